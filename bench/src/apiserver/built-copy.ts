import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** What `npm run build` needs, beside the workspaces. */
const PARTS = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'LICENSE', 'scripts'] as const
const LEFT_OUT = new Set(['node_modules', 'dist'])

/** A copy of the sources, built as it is published: never older than the sources, and nothing stays behind. */
export class BuiltCopy {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<BuiltCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'reeve-built-'))
    const rooms = await roomsFor('@reeve/cli')
    for (const part of [...PARTS, ...rooms.values()]) {
      const filter = (path: string): boolean => !LEFT_OUT.has(basename(path))
      await cp(join(ROOT, part), join(folder, part), { recursive: true, filter })
    }
    const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
    await mkdir(join(to, '@reeve'), { recursive: true })
    for (const name of await readdir(from))
      if (name !== '@reeve') await symlink(join(from, name), join(to, name))
    for (const [name, room] of rooms) await symlink(join(folder, room), join(to, name))
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/build.ts')])
    const copy = new BuiltCopy(folder)
    if (status === 0) return copy
    await copy.remove()
    throw new Error(`cannot build what is measured: ${stdout}${stderr}`)
  }

  get main(): string {
    return join(this.folder, 'cli/dist/main.js')
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}

/** A workspace and those it needs: folders by name. Others may be half written while this one is measured. */
async function roomsFor(name: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  const folder = await realpath(join(ROOT, 'node_modules', name))
  found.set(name, relative(ROOT, folder))
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  for (const other of Object.keys(dependencies))
    if (other.startsWith('@reeve/') && !found.has(other)) await roomsFor(other, found)
  return found
}
