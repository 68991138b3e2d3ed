import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { ApiError } from '../status/api-error.ts'
import { invalid } from '../status/api-errors.ts'
import { changeScale, type ScaleChange } from './change-scale.ts'
import { scaleErrors } from './scale-errors.ts'
import { scaleOf } from './scale-of.ts'
import { builtinScaling, ownedPath, type Scaling } from './scaling.ts'

/** One request to a kube-apiserver 1.34.2, with the object before and after it. */
interface Recorded {
  readonly title: string
  readonly method: string
  readonly type: string
  readonly query: string
  readonly body?: JsonValue
  readonly before: ApiObject
  readonly status: number
  readonly answer: JsonObject
  readonly after: ApiObject
}

const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const CUSTOM: Readonly<Record<string, Scaling>> = {
  'scale.example.io/v1': {
    of: 'custom',
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.size',
    labelSelectorPath: '.status.selector',
  },
  'scale.example.io/v2': {
    of: 'custom',
    specReplicasPath: '.spec.deep.n',
    statusReplicasPath: '.status.n',
    labelSelectorPath: '',
  },
}
/** A custom kind's scale cannot be applied in 1.34: it answers 500. Here it can, as a built-in kind's. */
const BETTER = (it: Recorded) => it.status === 500 && it.answer.message?.toString().includes('to convert')

describe('the scale of an object', () => {
  it.each(recorded.filter((it) => !BETTER(it)))('answers as a stock server: $title', (it) => {
    const { answer, object } = run(it)
    expect(answer).toEqual(expected(it, object))
    if (it.method === 'GET' || it.status !== 200) return
    expect(object?.spec).toEqual(it.after.spec)
    expect(owners(object)).toEqual(owners(it.after))
  })

  it('can be applied to a custom kind', () => {
    const forced = recorded.find(({ title }) => title === 'thing: apply force') as Recorded
    const { object } = run(forced)
    expect(object?.spec).toEqual({ a: 'x', size: 4 })
    expect(owners(object)).toEqual([
      expect.objectContaining({
        manager: 'hpa',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:size': {} } },
      }),
      expect.objectContaining({ manager: 'applier', operation: 'Apply', apiVersion: 'scale.example.io/v1' }),
      expect.objectContaining({ manager: 'stat' }),
    ])
  })

  it('can be applied where nothing was wanted yet, but not with nothing', () => {
    const bare = recorded.find(({ title }) => title === 'thing: apply where there is no spec') as Recorded
    expect(run(bare).object?.spec).toEqual({ size: 4 })
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale' }
    const message = 'the spec replicas field ".spec.size" cannot be empty'
    expect(run({ ...bare, body }).answer).toEqual({ message })
  })
})

function run(it: Recorded): { readonly answer: JsonObject; readonly object?: ApiObject } {
  const { before } = it
  const [group = ''] = before.apiVersion.includes('/') ? before.apiVersion.split('/') : ['']
  const scaling = CUSTOM[before.apiVersion] ?? builtinScaling(group, before.kind)
  if (scaling === undefined) throw new Error(`cannot scale a ${before.kind}`)
  try {
    if (it.method === 'GET') return { answer: scaleOf(before, scaling) }
    const query = new URLSearchParams(it.query)
    const versions = CUSTOM[before.apiVersion] === undefined ? { [before.apiVersion]: scaling } : CUSTOM
    const object = changeScale(before, changeOf(it, query), {
      scaling,
      apiVersion: before.apiVersion,
      paths: new Map(Object.entries(versions).map(([version, each]) => [version, ownedPath(each)])),
      manager: query.get('fieldManager') ?? 'twin',
      now: new Date('2026-11-15T00:00:00Z'),
    })
    checkVersions(object, before)
    const errors = scaleErrors(object, scaling)
    if (errors.length > 0) throw invalid({ group, kind: before.kind, name: before.metadata.name }, errors)
    return { answer: scaleOf(object, scaling), object }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { answer: { message: error.message } }
  }
}

/** What the verbs do after it: one who names a version or a uid means that one. */
function checkVersions({ metadata: { resourceVersion, uid } }: ApiObject, { metadata }: ApiObject): void {
  const others = [
    resourceVersion !== metadata.resourceVersion && resourceVersion,
    uid !== metadata.uid && uid,
  ]
  if (others.some((other) => other)) throw new ApiError('conflict', { code: 409, reason: 'Conflict' })
}

function changeOf({ method, type, body = null }: Recorded, query: URLSearchParams): ScaleChange {
  if (method === 'PUT') return { type: 'update', scale: body as JsonObject }
  if (type.includes('apply')) {
    return { type: 'apply', applied: body as JsonObject, force: query.get('force') === 'true' }
  }
  const patch = type.includes('json-patch') ? applyJsonPatch : applyMergePatch
  return { type: 'patch', patch: (scale) => patch(scale, body) }
}

function expected({ answer, status, title }: Recorded, object: ApiObject | undefined): JsonObject {
  if (status === 409 && !title.includes('apply')) return { message: 'conflict' }
  if (object === undefined || !isObject(answer.metadata)) return answer
  const { resourceVersion = '', uid = '' } = object.metadata
  return { ...answer, metadata: { ...answer.metadata, resourceVersion, uid } }
}

function owners(object: ApiObject | undefined): readonly JsonObject[] {
  return (object?.metadata.managedFields ?? []).map((entry) => ({ ...entry, time: 'time' in entry }))
}
