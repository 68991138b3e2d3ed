import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useSystem } from '@reeve/test-servers'
import { describe, expect, it, vi } from 'vitest'

const mount = await useSystem('mount')

describe.skipIf(!mount.available)('a small disk', () => {
  it('is full when its bytes are used up', async () => {
    await using disk = await mount.start({ bytes: 64 * 1024 })
    const written = writeFile(join(disk.path, 'big'), new Uint8Array(128 * 1024))
    await expect(written).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  it('can be turned read-only and back', async () => {
    await using disk = await mount.start()
    await disk.remount('ro')
    await expect(writeFile(join(disk.path, 'a'), '')).rejects.toMatchObject({ code: 'EROFS' })
    await disk.remount('rw')
    await writeFile(join(disk.path, 'a'), '')
  })

  it('is gone after unmounting, its directory too', async () => {
    const disk = await mount.start()
    await disk.unmount()
    expect(existsSync(disk.path)).toBe(false)
  })

  it('is gone also when the process that mounted it was killed', async () => {
    const code = `
      const { mountTmpfs } = await import('@reeve/test-servers')
      console.log((await mountTmpfs()).path)`
    const args = ['--conditions=source', '--input-type=module', '-e', code]
    const parent = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
    const path = String(line).trim()
    expect(existsSync(path)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(existsSync(path)).toBe(false), 20_000)
  })
})
