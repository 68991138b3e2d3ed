import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Builds what is published: for each workspace that is not private, JavaScript, types and source maps in `dist`.
 * Nothing in this repository runs from there; the `source` condition leads to the sources.
 */
interface Room {
  readonly folder: string
  readonly name: string
  readonly needs: readonly string[]
  readonly data: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** Files in `src` that are read as they are, beside the code. */
  readonly data?: readonly string[]
}

const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules/.bin/tsc')

for (const room of inOrder(publishedRooms())) {
  const built = build(room)
  process.stdout.write(`build: ${room.name}: ${built ? 'done' : 'FAILED'}\n`)
  if (built) continue
  process.exitCode = 1
  break
}

function publishedRooms(): readonly Room[] {
  const { workspaces = [] } = readManifest('package.json')
  const paths = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
  return paths.sort().flatMap((path) => {
    const { name, private: hidden, dependencies, peerDependencies, data = [] } = readManifest(path)
    if (hidden === true) return []
    return [
      { folder: dirname(path), name, data, needs: Object.keys({ ...dependencies, ...peerDependencies }) },
    ]
  })
}

/** Each room after those whose types it needs. */
function inOrder(rooms: readonly Room[]): readonly Room[] {
  const ordered = new Set<Room>()
  const add = (room: Room): void => {
    for (const other of rooms) if (room.needs.includes(other.name)) add(other)
    ordered.add(room)
  }
  for (const room of rooms) add(room)
  return [...ordered]
}

/** Whether the compiler took it; if not, its words are on the terminal and no half of a build stays. */
function build({ folder, data }: Room): boolean {
  const dist = join(root, folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  const config = join(dist, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(configFor(folder)))
  const { status, error } = spawnSync(compiler, ['-p', config], { stdio: 'inherit' })
  if (error !== undefined) throw error
  rmSync(status === 0 ? config : dist, { recursive: true })
  if (status !== 0) return false
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  for (const path of data) copyFileSync(join(root, folder, 'src', path), join(dist, path))
  return true
}

function configFor(folder: string): object {
  return {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: { rootDir: join(root, folder, 'src'), outDir: '.' },
    include: [join(root, folder, 'src')],
    exclude: [join(root, folder, 'src/**/*.test.ts'), join(root, folder, 'src/**/*.test.tsx')],
  }
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
}
