import { realClock, realRandom, silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBuiltinKinds } from '../builtin/builtin-kinds.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { ResourceRegistry } from '../resources/resource-registry.ts'
import { ObjectStore } from '../storage/object-store.ts'
import type { Admission, Admitting } from './admission.ts'
import { type FakeWebhooks, startFakeWebhooks } from './fake-webhooks.ts'
import { POLICY_SCENARIOS, policyObjects, RULED } from './policies/policy-scenarios.ts'
import { type RunningAdmission, startAdmission } from './start-admission.ts'
import { WebhookClient } from './webhook-client.ts'
import { configurationOf } from './webhook-scenarios.ts'

const registry = new ResourceRegistry()
addBuiltinKinds(registry)
const CORE = { group: '', version: 'v1' }
const REGISTRATION = { group: 'admissionregistration.k8s.io', version: 'v1' }

let hooks: FakeWebhooks
let store: ObjectStore
let running: RunningAdmission
let admission: Admission
const client = new WebhookClient({ clock: realClock })
const ledger = openMemoryLedger()

beforeAll(async () => {
  hooks = await startFakeWebhooks()
  store = new ObjectStore(ledger)
  await store.create(resourceOf(CORE, 'Namespace'), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'ruled' },
  })
  const allowing = { authorize: ({ verb }: { verb: string }) => ({ allowed: verb === 'get', reason: '' }) }
  const parts = { store, registry, client, clock: realClock, random: realRandom, logger: silentLogger }
  running = await startAdmission({ ...parts, authorizer: allowing })
  admission = running.admission
})
afterAll(async () => {
  await running.stop()
  client.close()
  await hooks[Symbol.asyncDispose]()
  await ledger.close()
})

function resourceOf(groupVersion: { group: string; version: string }, kind: string): Resource {
  const found = registry.findKind(groupVersion, kind)
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

function ask(object: JsonObject, resource = resourceOf(CORE, 'ConfigMap')): Admitting {
  return {
    operation: 'CREATE',
    resource,
    subresource: '',
    namespace: 'ruled',
    name: 'cm',
    object: object as ApiObject,
    oldObject: undefined,
    options: {},
    dryRun: false,
    user: { name: 'anna', groups: [] },
    signal: new AbortController().signal,
  }
}

/** Stores the objects, does something, and takes them away again. */
async function having(objects: readonly JsonObject[], act: () => Promise<void>): Promise<void> {
  const stored: [Resource, ApiObject][] = []
  for (const object of objects) {
    const resource = resourceOf(REGISTRATION, String(object.kind))
    const made = await store.create(resource, object as ApiObject)
    if (made !== undefined) stored.push([resource, made])
  }
  try {
    await act()
  } finally {
    for (const [resource, object] of stored) await store.remove(resource, object)
    await until('admitted', () => said(admission.validate(ask(RULED))))
    await until('admitted', () => said(admission.mutate(ask(RULED))))
  }
}

/** What an act says, once it is no longer let through. */
async function eventually(act: () => Promise<string>): Promise<string> {
  for (;;) {
    const words = await act()
    if (words !== 'admitted') return words
    await new Promise(setImmediate)
  }
}

async function until(words: string, act: () => Promise<string>): Promise<void> {
  while ((await act()) !== words) await new Promise(setImmediate)
}

const said = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'admitted',
    (error: Error) => error.message,
  )

function policy(name: string): readonly JsonObject[] {
  const found = POLICY_SCENARIOS.find((one) => one.name === name)
  return found === undefined ? [] : policyObjects(found)
}

function hook(at: string, more: JsonObject = {}): JsonObject {
  const place = { port: hooks.port, plain: hooks.plainPort, caBundle: hooks.caBundle, other: '' }
  return configurationOf({ type: 'mutating', at, with: more }, 0, place)
}

describe('startAdmission', () => {
  it('has policies in force once they are stored, and no longer than that', async () => {
    const refused = () => said(admission.validate(ask(RULED)))
    await having(policy('message'), async () => {
      expect(await eventually(refused)).toContain('denied request: a has to be 2')
    })
    expect(await refused()).toBe('admitted')
  })

  it('reads parameters from the store', async () => {
    await having(policy('param in the own namespace'), async () => {
      const refused = () => said(admission.validate(ask(RULED)))
      expect(await eventually(refused)).toContain('no params found for policy binding')
      const param = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'one', namespace: 'ruled' },
        data: { want: '2' },
      }
      await store.create(resourceOf(CORE, 'ConfigMap'), param)
      expect(await refused()).toContain('denied request: want 2')
    })
  })

  it('lets expressions ask the authorizer for whoever makes the request', async () => {
    const conditions = (expression: string) => ({ matchConditions: [{ name: 'c', expression }] })
    const asks = (expression: string) =>
      having([hook('/deny', conditions(expression))], async () => {
        expect(await eventually(() => said(admission.mutate(ask(RULED))))).toContain('denied the request')
      })
    await asks('authorizer.group("").resource("pods").check("get").allowed()')
    await asks('!authorizer.requestResource.check("delete").allowed()')
    await asks('!authorizer.serviceAccount("a", "b").path("/x").check("put").allowed()')
  })

  it('refuses what a webhook has patched into something that the kind cannot hold', async () => {
    await having([hook('/patch-number')], async () => {
      expect(await eventually(() => said(admission.mutate(ask(RULED))))).toMatch(
        /^Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap\.data\S* of type string$/,
      )
    })
  })

  it('shows webhooks another version of a built-in kind where their rules name it', async () => {
    const versions = ['v1', 'v2'].map((version) =>
      registry.findKind({ group: 'autoscaling', version }, 'HorizontalPodAutoscaler'),
    )
    const [v1, v2] = versions
    if (v1 === undefined || v2 === undefined) return
    const rules = [{ apiGroups: ['autoscaling'], apiVersions: ['v2'], operations: ['*'], resources: ['*'] }]
    const scaler = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'cm', namespace: 'ruled' },
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'd' },
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 50,
      },
    }
    await having([hook('/deny', { rules, matchPolicy: 'Equivalent' })], async () => {
      hooks.received.length = 0
      expect(await eventually(() => said(admission.mutate(ask(scaler, v1))))).toContain('denied the request')
      const request = hooks.received.at(-1)?.review.request as JsonObject
      expect(request).toMatchObject({ kind: { version: 'v2' }, requestKind: { version: 'v1' } })
      expect((request.object as ApiObject).apiVersion).toBe('autoscaling/v2')
    })
  })
})
