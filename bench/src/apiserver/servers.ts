import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { Target } from './load/connection.ts'

/** A server to measure, in processes of its own. */
export interface MeasuredServer extends Target {
  /** Milliseconds from the start of its first process to the first answer that it is ready. */
  readonly readyMs: number
  stop(): Promise<void>
}

const LOOK_AGAIN_MS = 5

/** Resolves when the server says that it is ready; both are asked in the same way and as often. */
export async function becomesReady(
  { url, token }: Pick<Target, 'url' | 'token'>,
  ended: () => boolean,
): Promise<void> {
  while (!(await isReady(url, token))) {
    if (ended()) throw new Error(`cannot measure ${url}: the server ended by itself`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

function isReady(url: string, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, headers: { authorization: `Bearer ${token}` }, agent: false }
    const asked = request(`${url}/readyz`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    asked.once('error', () => resolve(false))
    asked.end()
  })
}

/** Resident memory of all processes of a server, in MiB. */
export async function residentOf({ pids }: MeasuredServer): Promise<number> {
  const sizes = pids.map(async (pid) => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? Number.NaN) / 1_024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
