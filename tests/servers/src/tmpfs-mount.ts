import { spawn } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

export interface TmpfsOptions {
  /** How much fits; writing more fails with ENOSPC. Default: 1 MiB. */
  readonly bytes?: number
}

/** A small file system in memory, for what happens when a disk is full. `await using` takes it away. */
export interface TmpfsMount extends AsyncDisposable {
  readonly path: string
  /** Turns it read-only or back. */
  remount(mode: 'ro' | 'rw'): Promise<void>
  unmount(): Promise<void>
}

// Takes the mount away when the pipe from us ends, so also when we were killed.
const KEEPER = 'cat; umount -l -- "$1"; rmdir -- "$1"'

/** Mounts a tmpfs on a temporary directory; needs root. */
export async function mountTmpfs(options: TmpfsOptions = {}): Promise<TmpfsMount> {
  const path = await mkdtemp(join(tmpdir(), 'reeve-tmpfs-'))
  try {
    await runCommand(['mount', '-t', 'tmpfs', '-o', `size=${options.bytes ?? 1 << 20}`, 'tmpfs', path])
  } catch (cause) {
    await rmdir(path)
    throw cause
  }
  // In a group of its own: what is sent to ours must not reach who cleans up after us.
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const gone = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const unmount = (): Promise<void> => {
    keeper.stdin.end()
    return gone
  }
  return {
    path,
    remount: async (mode) => void (await runCommand(['mount', '-o', `remount,${mode}`, path])),
    unmount,
    [Symbol.asyncDispose]: unmount,
  }
}
