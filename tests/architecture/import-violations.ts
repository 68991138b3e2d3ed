import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type Import, importsOf } from './imports-of.ts'
import type { Manifest, Repository, SourceFile } from './repository.ts'
import { allowedFor, isTest, mayImport, roomOf } from './rooms.ts'

interface Place {
  readonly repository: Repository
  readonly file: SourceFile
  readonly room: string
}

/** Holds the import table of the design over every file of every room: by name, by path, and past no door. */
export function importViolations(repository: Repository): readonly string[] {
  return repository.files.flatMap((file) => {
    const room = roomOf(file.path)
    if (room === undefined) return []
    return importsOf(file).flatMap((found) => {
      const wrong = problemOf(found, { repository, file, room })
      return wrong === undefined ? [] : [`${file.path}:${found.line}: ${wrong}`]
    })
  })
}

function problemOf({ specifier }: Import, place: Place): string | undefined {
  if (specifier === undefined) {
    return place.room === 'cli'
      ? undefined
      : 'imports what cannot be known; import() takes a plain string here'
  }
  if (specifier.startsWith('.')) return pathProblem(specifier, place)
  if (/^(?:\/|file:)/.test(specifier))
    return `imports '${specifier}' by an absolute path; use the package's name`
  if (isBuiltin(specifier)) return undefined
  const [, name = specifier, within] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? []
  return name.startsWith('@reeve/') ? roomProblem({ name, within }, place) : dependencyProblem(name, place)
}

function pathProblem(specifier: string, { file, room }: Place): string | undefined {
  const target = posix.join(posix.dirname(file.path), specifier)
  if (target.startsWith(`${room}/`)) return undefined
  return `imports '${specifier}', which lies outside of ${room}; another room is imported by its name, '@reeve/…'`
}

function roomProblem(
  { name, within }: { name: string; within: string | undefined },
  place: Place,
): string | undefined {
  const { repository, file, room } = place
  const other = [...repository.manifests].find(([, manifest]) => manifest.name === name)?.[0]
  if (other === undefined) return `imports ${name}, which is no room of this repository`
  if (other === room) return `imports its own room by name, ${name}; use a relative path`
  if (other === 'platform/testing') {
    if (!isTest(file.path)) return `imports ${name}, which only tests may`
  } else if (!mayImport(room, other)) {
    return `imports ${name}; ${room} may import ${allowedFor(room)?.join(', ') || 'no room'}`
  }
  if (within !== undefined && !doorsOf(repository.manifests.get(other)).includes(`.${within}`)) {
    return `imports ${name}${within}, past the door of ${other}; import from '${name}'`
  }
  return dependencyProblem(name, place)
}

function dependencyProblem(name: string, { repository, file, room }: Place): string | undefined {
  const { dependencies, peerDependencies, devDependencies } = repository.manifests.get(room) ?? {}
  const declared = { ...dependencies, ...peerDependencies, ...(isTest(file.path) && devDependencies) }
  if (name in declared || `@types/${name}` in declared) return undefined
  const where = isTest(file.path) ? 'dependencies' : 'dependencies (devDependencies are for tests)'
  return `imports ${name}, which ${room}/package.json does not name among its ${where}`
}

function doorsOf(manifest: Manifest | undefined): readonly string[] {
  return typeof manifest?.exports === 'object' ? Object.keys(manifest.exports) : []
}
