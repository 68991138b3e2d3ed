import { realClock, silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { describe, expect, it } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { ObjectStore } from '../../storage/object-store.ts'
import { PolicyStatusController } from './policy-status-controller.ts'
import { TYPED_POLICIES } from './typed-policies.ts'

const kinds = new ResourceRegistry()
addBuiltinKinds(kinds)

function policy(name: string): ApiObject {
  const spec = TYPED_POLICIES[name] ?? {}
  const metadata = { name, generation: 1 }
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata, spec }
}

describe('PolicyStatusController', () => {
  it('looks at policies that are there and at those that come, once each', async () => {
    const ledger = openMemoryLedger()
    const store = new ObjectStore(ledger)
    const policies = kinds.findKind(
      { group: 'admissionregistration.k8s.io', version: 'v1' },
      'ValidatingAdmissionPolicy',
    )
    if (policies === undefined) throw new Error('no policies')
    const written: ApiObject[] = []
    const controller = new PolicyStatusController({
      store,
      policies,
      kinds,
      writeStatus: async (resource, object) => {
        written.push(object)
        await store.replace(resource, object)
      },
      clock: realClock,
      logger: silentLogger,
    })
    await store.create(policies, policy('fits'))
    await controller.start()
    while (written.length < 1) await new Promise(setImmediate)
    await store.create(policies, policy('one-of-two'))
    while (written.length < 2) await new Promise(setImmediate)
    const last = policy('wildcard')
    await store.create(policies, last)
    while (written.length < 3) await new Promise(setImmediate)
    await controller.stop()
    await ledger.close()
    expect(written.map(({ metadata }) => metadata.name)).toEqual(['fits', 'one-of-two', 'wildcard'])
    expect(written[0]?.status).toEqual({ observedGeneration: 1, typeChecking: {} })
    expect(written[1]?.status).toMatchObject({
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression' }] },
    })
  })
})
