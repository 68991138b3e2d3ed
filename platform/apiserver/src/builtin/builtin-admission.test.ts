import { openMemoryLedger } from '@reeve/ledger'
import { describe, expect, it } from 'vitest'
import { ADMIT_ALL, type Admission, type Admitting } from '../admission/admission.ts'
import { ResourceRegistry } from '../resources/resource-registry.ts'
import { ObjectStore } from '../storage/object-store.ts'
import { builtinAdmission } from './builtin-admission.ts'
import { addBuiltinKinds } from './builtin-kinds.ts'

const registry = new ResourceRegistry()
addBuiltinKinds(registry)
const authorizer = { authorize: () => ({ allowed: false, reason: '' }) }
const user = { name: 'bob', groups: [] }

function asking(group: string, resource: string, object: object): Admitting {
  const found = registry.get({ group, version: 'v1' }, resource)
  return {
    operation: 'CREATE',
    resource: found,
    subresource: '',
    name: 'a',
    object,
    user,
  } as unknown as Admitting
}

describe('builtinAdmission', () => {
  it('shows configured webhooks the priority of a pod, and not yet who asks for a certificate', async () => {
    const ledger = openMemoryLedger()
    const store = new ObjectStore(ledger)
    const classes = registry.get({ group: 'scheduling.k8s.io', version: 'v1' }, 'priorityclasses')
    const high = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'high' },
      value: 9,
    }
    await store.create(classes, high)
    const shown: unknown[] = []
    const configured: Admission = {
      ...ADMIT_ALL,
      mutate: async ({ object }) => {
        shown.push(object?.spec)
        return { object, warnings: [] }
      },
    }
    const admission = builtinAdmission(configured, { store, registry, authorizer })
    await admission.mutate(asking('', 'pods', { metadata: {}, spec: { priorityClassName: 'high' } }))
    const request = asking('certificates.k8s.io', 'certificatesigningrequests', { metadata: {}, spec: {} })
    const { object } = await admission.mutate(request)
    await admission.mutate(asking('', 'configmaps', { metadata: {}, spec: 'other' }))
    expect(shown).toMatchObject([{ priority: 9 }, {}, 'other'])
    expect(shown[1]).toEqual({})
    expect(object?.spec).toEqual({ username: 'bob' })
    await ledger.close()
  })
})
