import { startControlPlane } from '@reeve/apiserver'
import { jsonLogger, type Logger, realClock, realRandom, sleep } from '@reeve/ground'
import type { Ledger } from '@reeve/ledger'
import { backupLines } from '../backup/backup-lines.ts'
import { settleRestore } from '../backup/restore-backup.ts'
import { DataFolder, type Identity } from '../data-folder.ts'
import { BadOptionError } from '../errors.ts'
import { type Around, aroundDoor } from '../serving/around-door.ts'
import { BackupSocket } from '../serving/backup-socket.ts'
import { chaosRatesOf } from '../serving/chaos-rates-of.ts'
import { lockFolder } from '../serving/folder-lock.ts'
import { listenAddressOf } from '../serving/listen-address.ts'
import { openLedger } from '../serving/open-ledger.ts'
import { readTokenFile } from '../serving/read-token-file.ts'
import { interrupted } from '../serving/signals.ts'

export interface ServeOptions {
  readonly data: string
  readonly listen: string
  readonly ledger: string
  /** What the server is called besides. */
  readonly name?: readonly string[]
  readonly tokenFile?: string
  readonly audit?: string
  readonly chaos?: string
  readonly chaosRate?: readonly string[]
  readonly shutdownTimeout: string
}

/** Serves until interrupted; then lets what is running finish, within the time that is set. */
export async function serve(options: ServeOptions): Promise<void> {
  const started = performance.now()
  const address = listenAddressOf(options.listen)
  const limitMs = secondsOf(options.shutdownTimeout) * 1_000
  const folder = new DataFolder(options.data)
  const logger = jsonLogger({
    clock: realClock,
    level: 'warn',
    write: (line) => void process.stderr.write(line),
  })
  // From the start: whoever is told that the server stands may end it in the same moment.
  const asked = interrupted(() => say('interrupted again: ending at once'))
  const stack = new AsyncDisposableStack()
  try {
    await folder.make()
    const lock = await lockFolder(folder.path)
    stack.defer(() => lock.release())
    await settleRestore(folder)
    const users = options.tokenFile === undefined ? {} : await readTokenFile(options.tokenFile, logger)
    const ledger = await openLedger(options.ledger, folder)
    stack.defer(() => ledger.close())
    const names = options.name ?? []
    const identity = await folder.identity([address.host, ...names], { clock: realClock, random: realRandom })
    const socket = await backupSocket(folder, ledger)
    stack.defer(() => socket.close())
    const { audit, chaos } = options
    const { around } = stack.use(
      await aroundDoor({ audit, chaos, rates: chaosRatesOf(options.chaosRate ?? []), logger }),
    )
    const url = await startServing({ address, names, ledger, identity, users, around, logger, stack })
    await folder.writeKubeconfig(url, identity)
    say(`serving ${url} after ${Math.round(performance.now() - started)} ms, data in ${folder.path}`)
    if (chaos !== undefined)
      say(`hostile: faults from seed ${chaos}, told on standard error and in x-reeve-chaos`)
    say(`\n  export KUBECONFIG=${folder.kubeconfig}\n  kubectl get namespaces\n`)
    await asked
    say('interrupted: finishing what is running; interrupt again to end at once')
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
  await within(limitMs, stack.disposeAsync())
}

interface Serving {
  readonly address: { readonly host: string; readonly port: number }
  readonly names: readonly string[]
  readonly ledger: Ledger
  readonly identity: Identity
  readonly users: Awaited<ReturnType<typeof readTokenFile>>
  readonly around: Around['around']
  readonly logger: Logger
  readonly stack: AsyncDisposableStack
}

async function startServing({
  address,
  names,
  ledger,
  identity,
  users,
  around,
  logger,
  stack,
}: Serving): Promise<string> {
  const { authority, signingKey } = identity
  const plane = await startControlPlane({ ledger, logger, rootCa: authority.cert, signingKey })
  stack.defer(() => plane.close())
  const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }
  const { url } = await plane.listen({
    ...address,
    names,
    tls: identity.server,
    clientCa: authority.cert,
    around,
    users: { ...users, [identity.adminToken]: admin },
  })
  return url
}

function backupSocket(folder: DataFolder, ledger: Ledger): Promise<BackupSocket> {
  return BackupSocket.open(folder.path, async function* ({ withIdentity }) {
    const identity = withIdentity ? await folder.keptIdentity() : undefined
    yield* backupLines(ledger, { clock: realClock, identity })
  })
}

/** What does not end in time is left; the process ends all the same, and nothing acknowledged is lost by it. */
async function within(limitMs: number, ending: Promise<void>): Promise<void> {
  const ended = new AbortController()
  const late = sleep(realClock, limitMs, ended.signal).then(
    () => {
      process.stderr.write(`warning: not everything ended within ${limitMs / 1_000} s\n`)
      process.exit(0)
    },
    () => {},
  )
  try {
    await ending
  } finally {
    ended.abort()
    await late
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 0 && seconds <= 86_400))
    throw new BadOptionError(`cannot wait "${text}" seconds for an end: expected a number from 0 to 86400`)
  return seconds
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
