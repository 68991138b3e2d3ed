import { lineAt } from './imports-of.ts'
import type { Manifest, Repository, SourceFile } from './repository.ts'
import { allowedFor, mayImport, roomOf } from './rooms.ts'

/** These stand on Node alone. */
const WITHOUT_DEPENDENCIES = ['platform/ground', 'platform/ledger', 'platform/engine', 'platform/runtime']

/** Doors besides `.`, by room. Each needs a decision that says why one door is not enough. */
const FURTHER_DOORS: Readonly<Record<string, readonly string[]>> = {}

/** Holds what makes a folder a room: a place in the import table, a manifest that keeps to it, and a door with a map. */
export function roomViolations(repository: Repository): readonly string[] {
  const rooms = new Set(repository.files.map(({ path }) => roomOf(path)).filter((room) => room !== undefined))
  return [...rooms].flatMap((room) => {
    if (allowedFor(room) === undefined) {
      return [`${room}: is not in the import table; a new room needs a line there and a decision`]
    }
    const manifest = repository.manifests.get(room)
    if (manifest === undefined) return [`${room}: has no package.json`]
    const problems = [
      ...shapeProblems(room, manifest),
      ...dependencyProblems(room, { manifest, manifests: repository.manifests }),
    ]
    return [
      ...problems.map((problem) => `${room}/package.json: ${problem}`),
      ...doorViolations(room, repository.files),
      ...defaultExports(room, repository.files),
    ]
  })
}

function shapeProblems(room: string, manifest: Manifest): readonly string[] {
  const doors = ['.', ...(FURTHER_DOORS[room] ?? [])]
  const exported = typeof manifest.exports === 'object' ? Object.keys(manifest.exports) : []
  const [missing] = doors.filter((door) => !exported.includes(door))
  return [
    ...(manifest.type === 'module' ? [] : ['lacks "type": "module"']),
    ...(missing === undefined ? [] : [`"exports" lacks "${missing}", the room's door`]),
    ...exported
      .filter((door) => !doors.includes(door))
      .map((door) => `"exports" has "${door}"; a room has one door, "."`),
  ]
}

function dependencyProblems(
  room: string,
  { manifest, manifests }: { manifest: Manifest; manifests: Repository['manifests'] },
): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest
  const folders = new Map([...manifests].map(([folder, { name }]) => [name, folder]))
  const needed = { ...dependencies, ...peerDependencies, ...optionalDependencies }
  const problemOf = (name: string, forTests: boolean): string | undefined => {
    if (!name.startsWith('@reeve/')) {
      const refused = !forTests && WITHOUT_DEPENDENCIES.includes(room)
      return refused ? `depends on ${name}; ${room} stands on Node alone` : undefined
    }
    const other = folders.get(name)
    if (forTests && other === 'platform/testing') return undefined
    if (other !== undefined && mayImport(room, other)) return undefined
    return `depends on ${name}; ${room} may import ${allowedFor(room)?.join(', ') || 'no room'}`
  }
  return [
    ...Object.keys(needed).map((name) => problemOf(name, false)),
    ...Object.keys({ ...devDependencies }).map((name) => problemOf(name, true)),
  ].filter((problem) => problem !== undefined)
}

function doorViolations(room: string, files: readonly SourceFile[]): readonly string[] {
  const path = `${room}/src/index.ts`
  const door = files.find((file) => file.path === path)
  if (door === undefined) return [`${path}: is missing; a room opens with its door`]
  const [header] = /^\/\*\*[\s\S]*?\*\//.exec(door.text) ?? []
  if (header === undefined) return [`${path}:1: does not begin with a comment that maps the room`]
  return foldersOf(`${room}/src/`, files)
    .filter((folder) => !new RegExp(`^ \\* +${folder}\\b`, 'm').test(header))
    .map((folder) => `${path}:1: its map of the room lacks ${folder}/`)
}

function foldersOf(source: string, files: readonly SourceFile[]): readonly string[] {
  const within = files
    .filter(({ path }) => path.startsWith(source))
    .map(({ path }) => path.slice(source.length))
  return [...new Set(within.filter((path) => path.includes('/')).map((path) => path.replace(/\/.*/, '')))]
}

function defaultExports(room: string, files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith(`${room}/src/`))
    .flatMap(({ path, text, code }) => {
      const index = code.search(/(?<![.\w$])export\s+default\b|\bas\s+default\b/)
      return index < 0 ? [] : [`${path}:${lineAt(text, index)}: has a default export; exports have names`]
    })
}
