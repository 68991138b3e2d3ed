import type { GroupVersion, Resource } from './resource.ts'

/** A group, its versions in the order of preference, and what each serves. */
export interface ServedGroup {
  readonly group: string
  readonly versions: readonly string[]
}

/** Everything that is served now. Custom kinds come and go; each change makes a new `edition`. */
export class ResourceRegistry {
  readonly #builtins = new Map<string, Resource>()
  readonly #custom = new Map<string, Resource>()
  edition = 1
  #stored: { readonly edition: number; readonly resources: readonly Resource[] } | undefined

  addBuiltin(resource: Resource): void {
    this.#builtins.set(keyOf(resource, resource.resource), resource)
  }

  /** Replaces all custom kinds of one definition by these; none to remove them. */
  setCustom(group: string, plural: string, resources: readonly Resource[]): void {
    for (const [key, resource] of this.#custom) {
      if (resource.group === group && resource.resource === plural) this.#custom.delete(key)
    }
    for (const resource of resources) this.#custom.set(keyOf(resource, plural), resource)
    this.edition += 1
  }

  find(groupVersion: GroupVersion, plural: string): Resource | undefined {
    const key = keyOf(groupVersion, plural)
    return this.#builtins.get(key) ?? this.#custom.get(key)
  }

  /** What is served from the start and always. */
  get(groupVersion: GroupVersion, plural: string): Resource {
    const resource = this.find(groupVersion, plural)
    if (resource === undefined) throw new Error(`cannot serve ${plural}: the table of kinds does not have it`)
    return resource
  }

  findKind(groupVersion: GroupVersion, kind: string): Resource | undefined {
    return this.in(groupVersion).find((resource) => resource.kind === kind)
  }

  /** What a group version serves, by name. */
  in({ group, version }: GroupVersion): readonly Resource[] {
    const all = [...this.#builtins.values(), ...this.#custom.values()]
    const served = all.filter((resource) => resource.group === group && resource.version === version)
    return served.sort((a, b) => (a.resource < b.resource ? -1 : 1))
  }

  /** One resource for each place where objects lie, in the version they are kept in where that is served. */
  stored(): readonly Resource[] {
    if (this.#stored?.edition === this.edition) return this.#stored.resources
    const all = new Map<string, Resource>()
    for (const resource of [...this.#builtins.values(), ...this.#custom.values()]) {
      if (!resource.verbs.includes('list')) continue // asked and answered, never stored
      const { group, version, resource: plural } = resource.stored
      const place = `${group}/${plural}`
      if (!all.has(place) || (resource.group === group && resource.version === version))
        all.set(place, resource)
    }
    this.#stored = { edition: this.edition, resources: [...all.values()] }
    return this.#stored.resources
  }

  /** What lies in a place, in whichever of its versions. */
  findStored(group: string, plural: string): Resource | undefined {
    return this.stored().find(({ stored }) => stored.group === group && stored.resource === plural)
  }

  /** The core group first, built-in groups as they were added, custom ones by name. */
  groups(): readonly ServedGroup[] {
    const found = new Map<string, Set<string>>()
    const custom = [...this.#custom.values()].sort((a, b) => (a.group < b.group ? -1 : 1))
    for (const { group, version } of [...this.#builtins.values(), ...custom]) {
      const versions = found.get(group) ?? new Set()
      found.set(group, versions.add(version))
    }
    return [...found].map(([group, versions]) => ({ group, versions: [...versions].sort(byPreference) }))
  }
}

function keyOf({ group, version }: GroupVersion, plural: string): string {
  return `${group}/${version}/${plural}`
}

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/

/** Kubernetes' order of versions: stable before beta before alpha, newer first, others by name at the end. */
export function byPreference(a: string, b: string): number {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)]
  if (left === null || right === null) {
    if (left !== null || right !== null) return left === null ? 1 : -1
    return a < b ? -1 : 1
  }
  const stage = (match: RegExpExecArray): number => (match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0)
  const number = (text: string | undefined): number => Number(text ?? 0)
  return (
    stage(right) - stage(left) || number(right[1]) - number(left[1]) || number(right[3]) - number(left[3])
  )
}
