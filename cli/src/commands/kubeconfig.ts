import { rename, rm, writeFile } from 'node:fs/promises'
import { messageOf, realClock, realRandom } from '@reeve/ground'
import { DataFolder } from '../data-folder.ts'
import { BadOptionError, FileError } from '../errors.ts'

export interface KubeconfigOptions {
  readonly data: string
  readonly user?: string
  readonly group?: readonly string[]
  readonly days?: string
  readonly output?: string
}

/** Prints where the admin's kubeconfig is, or makes one for another user. */
export async function kubeconfig(options: KubeconfigOptions): Promise<void> {
  const folder = new DataFolder(options.data)
  folder.checkServed()
  const { user, group: groups = [], output } = options
  if (user === undefined) {
    if (groups.length > 0 || output !== undefined || options.days !== undefined) {
      throw new BadOptionError('cannot make a kubeconfig: --group, --days and --output need --user', {
        hint: 'reeve kubeconfig --user alice --group dev',
      })
    }
    return void process.stdout.write(`${folder.kubeconfig}\n`)
  }
  if (user === '') throw new BadOptionError('cannot make a kubeconfig for a user without a name')
  const days = Number(options.days ?? 365)
  if (!Number.isInteger(days) || days < 1 || days > 3_650) {
    throw new BadOptionError(`cannot make a certificate for "${options.days}" days: expected 1 to 3650`)
  }
  const who = { name: user, groups, days, clock: realClock, random: realRandom }
  const text = await folder.kubeconfigFor(who)
  if (output === undefined) return void process.stdout.write(text)
  await writePrivate(output, text)
  process.stdout.write(`${output}\n`)
}

/** In one piece, for its owner alone, whatever was there before. */
async function writePrivate(path: string, text: string): Promise<void> {
  try {
    await rm(`${path}.partial`, { force: true })
    await writeFile(`${path}.partial`, text, { mode: 0o600, flag: 'wx' })
    await rename(`${path}.partial`, path)
  } catch (cause) {
    throw new FileError(`cannot write ${path}: ${messageOf(cause)}`, { cause })
  }
}
