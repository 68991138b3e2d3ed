import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GuardedProcess } from '@reeve/test-servers'
import { becomesReady, type MeasuredServer } from './servers.ts'

export interface ReeveOptions {
  /** The program, and what Node needs to run it. */
  readonly command: readonly string[]
  /** Where Node keeps what it has compiled. */
  readonly compileCache: string
}

const LOOK_AGAIN_MS = 5

/** `reeve serve` as people run it: TLS, SQLite, every write synced; on a new data folder. */
export async function startReeve({ command, compileCache }: ReeveOptions): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-bench-'))
  const output = openSync(join(folder, 'output'), 'a')
  const args = [...command, 'serve', '--data', join(folder, 'data'), '--listen', '127.0.0.1:0']
  const start = performance.now()
  const server = new GuardedProcess([process.execPath, ...args], {
    output,
    directory: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  closeSync(output)
  const said = await saidServing(server, join(folder, 'output'))
  if (said !== undefined) throw new Error(`cannot measure reeve serve: it ended by itself: ${said}`)
  const config = JSON.parse(await readFile(join(folder, 'data', 'kubeconfig'), 'utf8'))
  const target = { url: config.clusters[0].cluster.server, token: config.users[0].user.token }
  await becomesReady(target, () => !server.running)
  const readyMs = performance.now() - start
  return {
    ...target,
    readyMs,
    pids: [server.pid],
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server says where it serves; with all that it said if it ended instead. */
async function saidServing(server: GuardedProcess, file: string): Promise<string | undefined> {
  for (;;) {
    const said = await readFile(file, 'utf8')
    if (said.includes('kubectl')) return undefined
    if (!server.running) return said
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
