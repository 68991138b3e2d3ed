import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether processes can be kept on cores of their own here. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
}

/** Keeps a process and all its threads on these cores, such as "0" or "0-1"; what it starts later stays there too. */
export function pin(pid: number, cores: string): void {
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)])
}
