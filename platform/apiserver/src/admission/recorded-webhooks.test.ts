import { readFileSync } from 'node:fs'
import { realClock, realRandom } from '@reeve/ground'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { ApiError } from '../status/api-error.ts'
import type { Admitting } from './admission.ts'
import { authorizerValues } from './authorizer-values.ts'
import { CONFIG_MAPS, NAMESPACES } from './example-resources.ts'
import { type FakeWebhooks, hookCertificates, startFakeWebhooks } from './fake-webhooks.ts'
import { limitWarnings } from './limit-warnings.ts'
import { Refusal } from './refusal.ts'
import { RequestMatcher } from './request-matcher.ts'
import { WebhookAdmission } from './webhook-admission.ts'
import { WebhookClient } from './webhook-client.ts'
import { configurationOf, WEBHOOK_SCENARIOS, type WebhookScenario } from './webhook-scenarios.ts'

interface Recorded {
  readonly name: string
  /** Paths in the order of the calls. */
  readonly called: readonly string[]
  readonly requests?: readonly JsonObject[]
  readonly status: number
  readonly warnings?: string
  readonly body: JsonObject
}

/** Answers of kube-apiserver 1.34.2 to the scenarios; ports and uids are words. */
const RECORDED = readFileSync(new URL('./recorded-webhooks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** Where ours answers otherwise, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'mutating /redirect': 'redirects are not followed',
  'mutating /redirect-307': 'redirects are not followed',
  'mutating /patch-number': 'types are the business of the injected decode',
  'mutating /patch-kind': 'types are the business of the injected decode',
  'mutating /patch-null': 'types are the business of the injected decode',
  'wrong authority': 'Go adds which authority it tried',
  'validating two refusals': 'the first to arrive wins there, the first in order here',
  'unknown host': 'Go names the name server; and a test asks none',
  hang: 'has a test of its own, without waiting',
  'hang, ignored': 'has a test of its own, without waiting',
}

let hooks: FakeWebhooks
let client: WebhookClient
const other = Buffer.from(hookCertificates().authority.cert).toString('base64')

beforeAll(async () => {
  hooks = await startFakeWebhooks()
  client = new WebhookClient({ clock: realClock, resolveService: () => undefined })
})
afterAll(async () => {
  client.close()
  await hooks[Symbol.asyncDispose]()
})

describe('WebhookAdmission beside a real kube-apiserver', () => {
  const told = RECORDED.filter(({ name }) => !Object.hasOwn(OTHERWISE, name))
  it.each(told)('answers as recorded: $name', async (recorded) => {
    const scenario = WEBHOOK_SCENARIOS.find(({ name }) => name === recorded.name)
    if (scenario === undefined) throw new Error(`no scenario ${recorded.name}`)
    hooks.received.length = 0
    const answer = await run(scenario)
    expect(answer.status).toEqual(recorded.status)
    expect(answer.warnings).toEqual(recorded.warnings)
    if (recorded.body.kind === 'Status') expect(answer.body).toEqual(withoutRevision(recorded.body))
    else expect(answer.body).toMatchObject(partsOf(recorded.body))
    expect(hooks.received.map(({ url }) => url)).toEqual(recorded.called)
    if (recorded.requests !== undefined) {
      const sent = hooks.received.map(({ review }) => cleaned(review.request as JsonObject))
      expect(sent.slice(0, mutatingCalls(scenario))).toEqual(
        recorded.requests.slice(0, mutatingCalls(scenario)),
      )
    }
  })
})

/** What comes after mutation has been through more than admission. */
function mutatingCalls({ hooks: all }: WebhookScenario): number {
  return all.filter(({ type }) => type === 'mutating').length
}

interface Answer {
  readonly status: number
  readonly warnings: string | undefined
  readonly body: JsonValue
}

async function run(scenario: WebhookScenario): Promise<Answer> {
  const admission = admissionOf(scenario)
  const ask = askOf(scenario)
  const success = ask.operation === 'CREATE' ? 201 : 200
  try {
    const mutated = await admission.mutate(ask)
    const validated = await admission.validate({ ...ask, object: mutated.object })
    const warnings = headerOf([...mutated.warnings, ...validated.warnings])
    return { status: success, warnings, body: mutated.object ?? {} }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const text = JSON.stringify(error.status)
      .replaceAll(String(hooks.port), 'PORT')
      .replaceAll(String(hooks.plainPort), 'PLAIN')
      .replaceAll(uidNow(), 'UID')
    const warnings = headerOf(error instanceof Refusal ? error.warnings : [])
    return { status: error.status.code ?? 0, warnings, body: JSON.parse(text) as JsonValue }
  }
}

function uidNow(): string {
  const request = hooks.received.at(-1)?.review.request
  return isObject(request) && typeof request.uid === 'string' ? request.uid : 'UID'
}

function headerOf(warnings: readonly string[]): string | undefined {
  const sent = limitWarnings(warnings).map((text) => `299 - ${JSON.stringify(text)}`)
  return sent.length === 0 ? undefined : sent.join(', ')
}

function admissionOf(scenario: WebhookScenario): WebhookAdmission {
  const place = { port: hooks.port, plain: hooks.plainPort, caBundle: hooks.caBundle, other }
  const all = scenario.hooks.map((hook, at) => configurationOf(hook, at, place) as ApiObject)
  const source = (kind: string) => ({ edition: 1, all: () => all.filter((one) => one.kind === kind) })
  const namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'hooked', labels: { 'kubernetes.io/metadata.name': 'hooked' } },
  }
  return new WebhookAdmission({
    mutating: source('MutatingWebhookConfiguration'),
    validating: source('ValidatingWebhookConfiguration'),
    matcher: new RequestMatcher({ namespaceOf: () => namespace, otherVersions: () => [] }),
    convert: async (object) => object,
    client,
    random: realRandom,
    authorizer: authorizerValues({ authorize: () => ({ allowed: true, reason: '' }) }),
  })
}

const KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const

function askOf({ object, operation, dryRun = false }: WebhookScenario): Admitting {
  const given = withDefaults(object) as ApiObject
  const isNamespace = object.kind === 'Namespace'
  const kind = KINDS[operation]
  const options = { kind, apiVersion: 'meta.k8s.io/v1', ...(dryRun && { dryRun: ['All'] }) }
  return {
    operation,
    resource: isNamespace ? NAMESPACES : CONFIG_MAPS,
    subresource: '',
    namespace: isNamespace ? '' : 'hooked',
    name: given.metadata.name ?? '',
    object:
      operation === 'DELETE'
        ? undefined
        : operation === 'UPDATE'
          ? { ...given, data: { a: '1', u: '2' } }
          : given,
    oldObject: operation === 'CREATE' ? undefined : given,
    options,
    dryRun,
    user: { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
    signal: new AbortController().signal,
  }
}

/** What the real server has added before webhooks are asked. */
function withDefaults(object: JsonObject): JsonObject {
  const managedFields = [{ manager: 'twin' }]
  if (object.kind !== 'Namespace')
    return { ...object, metadata: { ...(object.metadata as JsonObject), managedFields } }
  const labels = { hook: 'me', 'kubernetes.io/metadata.name': 'fresh' }
  return { ...object, metadata: { name: 'fresh', labels }, spec: {}, status: { phase: 'Active' } }
}

function withoutRevision(status: JsonObject): JsonObject {
  return { ...status, metadata: {} }
}

function partsOf({ data, metadata }: JsonObject): JsonObject {
  const { labels, name } = metadata as JsonObject
  const generated = typeof name === 'string' && name.startsWith('gen-')
  return {
    ...(data !== undefined && { data }),
    metadata: { ...(labels !== undefined && { labels }), ...(!generated && { name }) },
  }
}

function cleaned({ object, oldObject, ...request }: JsonObject): JsonObject {
  const owned = (one: JsonValue | undefined): JsonValue => {
    if (!isObject(one)) return one ?? null
    const { managedFields: _, ...metadata } = one.metadata as JsonObject
    return { ...one, metadata }
  }
  return { ...request, uid: 'UID', object: owned(object), oldObject: owned(oldObject) }
}
