import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that all threads of these processes have had, in seconds; 0 where the system does not say. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.flatMap(threadsOf).reduce((sum, folder) => sum + nanosecondsOf(folder), 0) / 1e9
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

function nanosecondsOf(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0 // it has ended meanwhile
  }
}
