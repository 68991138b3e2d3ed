import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ledger, openEtcdLedger } from '@reeve/ledger'
import { type Certificates, type EtcdServer, makeCertificates, useSystem } from '@reeve/test-servers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const etcd = await useSystem('etcd')
const put = (key: string, value: string) => ({ do: 'put', key, value: Buffer.from(value) }) as const
const opened: Ledger[] = []
const open = async (options: Parameters<typeof openEtcdLedger>[0]): Promise<Ledger> => {
  const ledger = await openEtcdLedger({ requestTimeoutMs: 3_000, ...options })
  opened.push(ledger)
  return ledger
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()))
})

describe.skipIf(!etcd.available)('EtcdLedger over TLS', () => {
  let server: EtcdServer
  let directory: string
  let certificates: Certificates
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reeve-tls-'))
    certificates = await makeCertificates(directory)
    server = await etcd.start({ tls: certificates, clientCertificates: true, unsafeNoFsync: true })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(directory, { recursive: true, force: true })
  })
  const trusted = async () => ({ ca: await readFile(certificates.ca) })
  const known = async () => ({
    ...(await trusted()),
    cert: await readFile(certificates.clientCert),
    key: await readFile(certificates.clientKey),
  })

  it('reads, writes and watches with a client certificate', async () => {
    const ledger = await open({ endpoints: [server.endpoint], tls: await known() })
    const watch = ledger.watch('')
    await watch.ready
    await ledger.txn([], [put('a', '1')])
    expect((await watch[Symbol.asyncIterator]().next()).value?.events).toMatchObject([{ key: 'a' }])
    expect((await ledger.range('')).count).toBe(1)
  })

  it('is refused without a client certificate', async () => {
    await expect(open({ endpoints: [server.endpoint], tls: await trusted() })).rejects.toMatchObject({
      code: 'LEDGER_ACCESS_DENIED',
    })
  })

  it('refuses a server whose authority it does not know', async () => {
    const { cert, key } = await known()
    await expect(open({ endpoints: [server.endpoint], tls: { cert, key } })).rejects.toMatchObject({
      code: 'LEDGER_ACCESS_DENIED',
    })
  })
})

describe.skipIf(!etcd.available)('EtcdLedger with user and password', () => {
  let server: EtcdServer
  beforeAll(async () => {
    server = await etcd.start({ unsafeNoFsync: true })
    await enableAuth(server.endpoint)
  })
  afterAll(() => server?.stop())
  const as = (user: string, password: string, prefix = '/mine') =>
    open({ endpoints: [server.endpoint], user, password, prefix })

  it('reads, writes, leases and watches what its role allows', async () => {
    const ledger = await as('keeper', 'secret')
    const watch = ledger.watch('')
    await watch.ready
    const lease = await ledger.lease(60_000)
    const { revision } = await ledger.txn([], [{ ...put('a', '1'), lease: lease.id }])
    expect((await watch[Symbol.asyncIterator]().next()).value).toMatchObject({ revision })
    await lease.renew()
    expect(await ledger.history('a')).toHaveLength(1)
    expect(await ledger.stats()).toMatchObject({ keys: 1 })
    expect((await ledger.verify()).problems).toEqual([])
    await lease.revoke()
    expect(await ledger.get('a')).toBeUndefined()
  })

  it('says that a wrong password, an unknown user or none at all is denied', async () => {
    const denied = { code: 'LEDGER_ACCESS_DENIED' }
    await expect(as('keeper', 'wrong')).rejects.toMatchObject(denied)
    await expect(as('nobody', 'secret')).rejects.toMatchObject(denied)
    await expect(open({ endpoints: [server.endpoint], prefix: '/mine' })).rejects.toMatchObject(denied)
  })

  it('says that a prefix beyond its role is denied, to readers, writers and watchers', async () => {
    const denied = { code: 'LEDGER_ACCESS_DENIED' }
    await expect(as('keeper', 'secret', '/other')).rejects.toMatchObject(denied)
    const root = await as('root', 'root', '/other')
    await root.txn([], [put('a', '1')])
    const half = await as('half', 'secret')
    await expect(half.txn([], [put('a', '1')])).rejects.toMatchObject(denied)
    await expect(half.watch('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(denied)
  })

  it('authenticates anew when etcd has forgotten its token', async () => {
    const ledger = await as('keeper', 'secret')
    const watch = ledger.watch('again')
    await watch.ready
    server.kill('SIGKILL')
    await server.restart() // simple tokens do not outlive the process
    await ledger.txn([], [put('again', '1')])
    expect((await watch[Symbol.asyncIterator]().next()).value?.events).toMatchObject([{ key: 'again' }])
  })

  it('works with credentials on an etcd that asks for none', async () => {
    const plain = await etcd.start({ unsafeNoFsync: true })
    try {
      const ledger = await open({ endpoints: [plain.endpoint], user: 'keeper', password: 'secret' })
      await ledger.txn([], [put('a', '1')])
      await ledger.close()
    } finally {
      await plain.stop()
    }
  })
})

/** Root, a keeper of /mine, and one who may read only the time there. */
async function enableAuth(endpoint: string): Promise<void> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const ask = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${endpoint}/v3/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`cannot ${path}: ${await answer.text()}`)
  }
  for (const [name, password] of [
    ['root', 'root'],
    ['keeper', 'secret'],
    ['half', 'secret'],
  ]) {
    await ask('user/add', { name, password })
    await ask('role/add', { name })
    await ask('user/grant', { user: name, role: name })
  }
  const mine = { permType: 'READWRITE', key: base64('/mine/'), range_end: base64('/mine0') }
  await ask('role/grant', { name: 'keeper', perm: mine })
  await ask('role/grant', { name: 'half', perm: { permType: 'READ', key: base64('/mine/t') } })
  await ask('enable', {})
}
