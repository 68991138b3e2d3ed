import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf, ReeveError } from '@reeve/ground'
import { ServerAskError } from '../errors.ts'

/** The longest path that every system takes for a socket. */
const LONGEST_PATH = 100
/** The file in the data folder that says where the socket is. */
const PLACE = 'server.socket'

interface Place {
  readonly folder: string
  /** Of the socket: in the folder, or elsewhere where that would be too long. */
  readonly path: string
}

export interface BackupAsk {
  readonly withIdentity: boolean
}

/**
 * Through it the running server, which alone may read its ledger, hands a backup to `reeve backup`. A socket of the
 * file system that only the owner of the data folder can reach.
 */
export class BackupSocket {
  readonly #server: Server
  readonly #folder: string
  readonly #path: string
  readonly #sockets = new Set<Socket>()
  readonly #lines: (ask: BackupAsk) => AsyncIterable<string>

  private constructor(place: Place, lines: (ask: BackupAsk) => AsyncIterable<string>) {
    this.#folder = place.folder
    this.#path = place.path
    this.#lines = lines
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.on('error', () => {}) // whoever asked has gone
      void this.#answer(socket)
    })
  }

  static async open(folder: string, lines: (ask: BackupAsk) => AsyncIterable<string>): Promise<BackupSocket> {
    const near = join(folder, 'server.sock')
    const path =
      near.length <= LONGEST_PATH ? near : join(await mkdtemp(join(tmpdir(), 'reeve-')), 'server.sock')
    await rm(path, { force: true }) // of a server that was killed; the lock on the folder is ours
    const socket = new BackupSocket({ folder, path }, lines)
    socket.#server.listen(path)
    await once(socket.#server, 'listening')
    await chmod(path, 0o600)
    await writeFile(join(folder, PLACE), path, { mode: 0o600 })
    return socket
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
    await rm(join(this.#folder, PLACE), { force: true })
    if (dirname(this.#path) !== this.#folder) await rm(dirname(this.#path), { recursive: true, force: true })
  }

  async #answer(socket: Socket): Promise<void> {
    try {
      const ask = JSON.parse(await firstLine(socket)) as BackupAsk
      for await (const text of this.#lines(ask)) {
        if (socket.destroyed) return
        if (!socket.write(text)) await once(socket, 'drain')
      }
      socket.end()
    } catch (error) {
      const hint = error instanceof ReeveError ? error.hint : undefined
      if (!socket.destroyed) socket.end(`${JSON.stringify({ error: messageOf(error), hint })}\n`)
    }
  }
}

/** Lines of a backup that a server sends, until closed. */
export interface AskedBackup {
  readonly lines: AsyncIterable<string>
  readonly close: () => void
}

/** Asks the server that holds a folder for a backup; undefined if none can be asked. */
export async function askForBackup(folder: string, ask: BackupAsk): Promise<AskedBackup | undefined> {
  if (!existsSync(join(folder, PLACE))) return undefined
  const path = await readFile(join(folder, PLACE), 'utf8')
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
  } catch {
    return undefined // left by a server that was killed
  }
  socket.write(`${JSON.stringify(ask)}\n`)
  return { lines: wholeLines(socket), close: () => socket.destroy() }
}

/** Many lines at a time; each piece ends with a line's end. */
async function* wholeLines(socket: Socket): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  let last = ''
  try {
    for await (const piece of socket as AsyncIterable<Buffer>) {
      const data = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const end = data.lastIndexOf(10) + 1
      rest = data.subarray(end)
      if (end === 0) continue
      last = checked(data.toString('utf8', 0, end))
      yield last
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
  } finally {
    socket.destroy()
  }
  if (!/(^|\n)\{"end":.*\n$/.test(last)) {
    throw new ServerAskError('cannot back up: the server ended before the backup was whole', {
      hint: 'try again: without a server, the backup is taken from the folder itself',
    })
  }
}

function checked(text: string): string {
  const at = text.startsWith('{"error":') ? 0 : text.lastIndexOf('\n{"error":') + 1
  if (at === 0 && !text.startsWith('{"error":')) return text
  const { error, hint } = JSON.parse(text.slice(at)) as { error: string; hint?: string }
  throw new ServerAskError(`cannot back up: the server says: ${error}`, hint === undefined ? {} : { hint })
}

async function firstLine(socket: Socket): Promise<string> {
  let text = ''
  while (!text.includes('\n')) {
    const [piece] = (await once(socket, 'data')) as [Buffer]
    text += piece
  }
  return text
}
