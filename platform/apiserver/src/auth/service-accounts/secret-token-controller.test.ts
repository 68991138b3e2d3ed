import { silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it, vi } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Resource } from '../../resources/resource.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { ObjectStore } from '../../storage/object-store.ts'
import { SecretTokenController } from './secret-token-controller.ts'
import { makeSigningKey, signingKeyOf } from './signing-key.ts'

const account = (uid: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'bot', namespace: 'team', uid },
})
const secret = (name: string, of: string, uid = ''): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    namespace: 'team',
    annotations: {
      'kubernetes.io/service-account.name': of,
      ...(uid !== '' && { 'kubernetes.io/service-account.uid': uid }),
    },
  },
  type: 'kubernetes.io/service-account-token',
})

async function setUp() {
  const ledger = openMemoryLedger()
  const registry = new ResourceRegistry()
  addBuiltinKinds(registry)
  const found = (plural: string): Resource => {
    const resource = registry.findStored('', plural)
    if (resource === undefined) throw new Error(`no ${plural}`)
    return resource
  }
  const [secrets, accounts] = [found('secrets'), found('serviceaccounts')]
  const store = new ObjectStore(ledger)
  await store.create(accounts, account('u1'))
  const controller = new SecretTokenController({
    store,
    secrets,
    accounts,
    key: signingKeyOf(makeSigningKey()),
    rootCa: 'CA',
    update: async (object) => void (await store.replace(secrets, object)),
    remove: async (object) => void (await store.remove(secrets, object)),
    clock: new VirtualClock(),
    logger: silentLogger,
  })
  const names = async () =>
    (await store.list(secrets, { namespace: 'team' })).objects.map((one) => one.metadata.name)
  const close = async () => {
    await controller.stop()
    await ledger.close()
  }
  return { store, secrets, accounts, controller, names, close }
}

describe('SecretTokenController', () => {
  it('fills Secrets that want a token, those before it and those after', async () => {
    const { store, secrets, controller, close } = await setUp()
    await store.create(secrets, secret('before', 'bot'))
    await controller.start()
    await store.create(secrets, secret('after', 'bot'))
    for (const name of ['before', 'after']) {
      await vi.waitFor(async () => {
        const filled = await store.get(secrets, 'team', name)
        expect(filled?.metadata.annotations?.['kubernetes.io/service-account.uid']).toBe('u1')
        expect(filled?.data).toEqual({ 'ca.crt': 'Q0E=', namespace: 'dGVhbQ==', token: expect.any(String) })
      })
    }
    await close()
  })

  it('removes those whose service account is not there, is another, or goes', async () => {
    const { store, secrets, accounts, controller, names, close } = await setUp()
    for (const object of [secret('good', 'bot'), secret('lost', 'nobody'), secret('old', 'bot', 'u0')]) {
      await store.create(secrets, object)
    }
    await controller.start()
    await vi.waitFor(async () => expect(await names()).toEqual(['good']))
    await vi.waitFor(async () => {
      const now = await store.get(secrets, 'team', 'good')
      expect(now?.data).toBeDefined()
    })
    const bot = await store.get(accounts, 'team', 'bot')
    if (bot !== undefined) await store.remove(accounts, bot)
    await vi.waitFor(async () => expect(await names()).toEqual([]))
    await close()
  })
})
