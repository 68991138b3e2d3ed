import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { Admitting } from './admission.ts'
import { admissionReview } from './admission-review.ts'
import { CONFIG_MAPS, exampleResource, NAMESPACES } from './example-resources.ts'

interface Recorded {
  readonly name: string
  readonly request: JsonObject
}

/** What kube-apiserver 1.34.2 sends for requests of many kinds; of objects only what they are. */
const RECORDED = readFileSync(new URL('./recorded-reviews.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const sub = (name: string, kind: string, group: string) => ({ name, kind, group, version: 'v1', verbs: [] })
const DEPLOYMENTS = exampleResource({
  group: 'apps',
  resource: 'deployments',
  kind: 'Deployment',
  subresources: [sub('scale', 'Scale', 'autoscaling')],
})
const PODS = exampleResource({
  resource: 'pods',
  kind: 'Pod',
  subresources: [sub('eviction', 'Eviction', 'policy'), { name: 'status', kind: 'Pod', verbs: [] }],
})
const ACCOUNTS = exampleResource({
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  subresources: [sub('token', 'TokenRequest', 'authentication.k8s.io')],
})
const widgets = (version: string): Resource =>
  exampleResource({ group: 'conv.example.com', version, resource: 'widgets', kind: 'Widget', custom: true })

interface Asked {
  readonly resource: Resource
  readonly seen?: Resource
  readonly subresource?: string
  readonly name: string
  readonly operation: Admitting['operation']
}

const ASKED: Readonly<Record<string, Asked>> = {
  'merge patch': { resource: CONFIG_MAPS, name: 'a', operation: 'UPDATE' },
  'apply new': { resource: CONFIG_MAPS, name: 'n', operation: 'CREATE' },
  apply: { resource: CONFIG_MAPS, name: 'n', operation: 'UPDATE' },
  'scale put': { resource: DEPLOYMENTS, subresource: 'scale', name: 'd', operation: 'UPDATE' },
  'status patch': { resource: PODS, subresource: 'status', name: 'p', operation: 'UPDATE' },
  eviction: { resource: PODS, subresource: 'eviction', name: 'p', operation: 'CREATE' },
  token: { resource: ACCOUNTS, subresource: 'token', name: 'default', operation: 'CREATE' },
  version: { resource: widgets('v1'), seen: widgets('v2'), name: 'w', operation: 'UPDATE' },
  deletecollection: { resource: CONFIG_MAPS, name: '', operation: 'DELETE' },
  'delete namespace': { resource: NAMESPACES, name: 'watched', operation: 'DELETE' },
}

function askOf({ resource, subresource = '', name, operation }: Asked, request: JsonObject): Admitting {
  return {
    operation,
    resource,
    subresource,
    namespace: resource === NAMESPACES ? '' : 'watched',
    name,
    object: (request.object ?? undefined) as ApiObject | undefined,
    oldObject: (request.oldObject ?? undefined) as ApiObject | undefined,
    options: request.options as JsonObject,
    dryRun: false,
    user: { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
    signal: new AbortController().signal,
  }
}

describe('admissionReview', () => {
  it.each(RECORDED)('says what the real server says: $name', ({ name, request }) => {
    const asked = ASKED[name]
    if (asked === undefined) throw new Error(`nothing asked for ${name}`)
    const ask = askOf(asked, request)
    const { object, oldObject } = ask
    const review = admissionReview({ ask, resource: asked.seen ?? asked.resource, object, oldObject }, 'UID')
    const expected = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request }
    expect(review).toEqual(expected)
    expect(Object.keys(review.request as JsonObject)).toEqual(Object.keys(request))
  })

  it('tells more of a user where it is known, and leaves out what is empty', () => {
    const asked = { resource: CONFIG_MAPS, name: 'a', operation: 'CREATE' } as const
    const ask = {
      ...askOf(asked, { options: {} }),
      user: { name: 'anna', groups: [], extra: { scopes: ['a'] } },
    }
    const { request } = admissionReview(
      { ask, resource: CONFIG_MAPS, object: undefined, oldObject: undefined },
      'UID',
    )
    expect(request).toMatchObject({ userInfo: { username: 'anna', extra: { scopes: ['a'] } } })
    expect(Object.keys((request as { userInfo: JsonObject }).userInfo)).toEqual(['username', 'extra'])
  })
})
