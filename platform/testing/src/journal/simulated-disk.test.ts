import { describe, expect, it } from 'vitest'
import { SimulatedDisk, systemError } from './simulated-disk.ts'

async function written(disk: SimulatedDisk, options: { sync: boolean }): Promise<void> {
  const file = await disk.open('/d/a', 'create')
  await file.write(Buffer.from('kept'), 0)
  await file.sync()
  await disk.syncDirectory('/d')
  await file.write(Buffer.from(' more'), 4)
  if (options.sync) await file.sync()
}

describe('SimulatedDisk', () => {
  it.each([
    [0, 'kept'],
    [0.6, 'kept mo'],
    [1, 'kept more'],
  ])('keeps %d of what was not synced over a power loss', async (kept, text) => {
    const disk = new SimulatedDisk()
    await written(disk, { sync: false })
    disk.crash(kept)
    expect(disk.contents.get('a')?.toString()).toBe(text)
  })

  it('keeps what was synced', async () => {
    const disk = new SimulatedDisk()
    await written(disk, { sync: true })
    disk.crash(0)
    expect(disk.contents.get('a')?.toString()).toBe('kept more')
  })

  it('forgets names that the directory was not synced for', async () => {
    const disk = new SimulatedDisk()
    await (await disk.open('/d/b', 'create')).sync()
    disk.crash(0)
    expect(disk.contents.size).toBe(0)
  })

  it('writes half of what it is made to fail on', async () => {
    const disk = new SimulatedDisk()
    const file = await disk.open('/d/a', 'create')
    disk.before = () => {
      throw systemError('ENOSPC', 'no room')
    }
    await expect(file.write(Buffer.from('abcd'), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(disk.contents.get('a')?.toString()).toBe('ab')
  })
})
