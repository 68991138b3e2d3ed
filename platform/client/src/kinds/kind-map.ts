import type { Clock } from '@reeve/ground'
import { UnknownKindError } from '../errors/errors.ts'
import type { Discovery, ServedKind } from './discovery.ts'
import { apiVersionOf, splitApiVersion } from './kind.ts'

export interface KindMapOptions {
  readonly clock: Clock
  /** What is not found is looked for again, but no sooner than this. Default: 1,000. */
  readonly freshMs?: number
}

/** Kinds by every name that people and objects have for them. Asks the server once, and again for what is not found. */
export class KindMap {
  readonly #discovery: Pick<Discovery, 'kinds'>
  readonly #clock: Clock
  readonly #freshMs: number
  #kinds: readonly ServedKind[] | undefined
  #asked = Number.NEGATIVE_INFINITY
  #asking: Promise<readonly ServedKind[]> | undefined

  constructor(discovery: Pick<Discovery, 'kinds'>, { clock, freshMs = 1_000 }: KindMapOptions) {
    this.#discovery = discovery
    this.#clock = clock
    this.#freshMs = freshMs
  }

  /** The kind of an object: `{ apiVersion: 'apps/v1', kind: 'Deployment' }`. */
  of({
    apiVersion = '',
    kind = '',
  }: {
    readonly apiVersion?: string
    readonly kind?: string
  }): Promise<ServedKind> {
    const { group, version } = splitApiVersion(apiVersion)
    return this.#find(`${kind} in ${apiVersion}`, (kinds) =>
      kinds.find((each) => each.kind === kind && each.group === group && each.version === version),
    )
  }

  /** By what people type: `po`, `pods`, `pod`, `Pod`, `deploy.apps`, `deployments.v1.apps`. */
  named(name: string): Promise<ServedKind> {
    const [first = '', ...rest] = name.toLowerCase().split('.')
    return this.#find(name, (kinds) => {
      const named = kinds.filter((each) => hasName(each, first))
      if (rest.length === 0) return named[0]
      const [version, ...group] = rest
      return (
        named.find((each) => each.group === rest.join('.')) ??
        named.find((each) => each.version === version && each.group === group.join('.'))
      )
    })
  }

  /** Everything that is served, each kind in the version that the server prefers. */
  async preferred(): Promise<readonly ServedKind[]> {
    const seen = new Map<string, ServedKind>()
    for (const kind of await this.all()) {
      const id = `${kind.group}/${kind.plural}`
      if (!seen.has(id)) seen.set(id, kind)
    }
    return [...seen.values()]
  }

  /** Everything that is served. */
  async all(): Promise<readonly ServedKind[]> {
    return this.#kinds ?? this.refresh()
  }

  /** Asks the server anew. Whoever asks meanwhile gets the same answer. */
  refresh(): Promise<readonly ServedKind[]> {
    this.#asking ??= this.#discovery
      .kinds()
      .then((kinds) => {
        this.#kinds = kinds
        this.#asked = this.#clock.monotonic()
        return kinds
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }

  async #find(
    what: string,
    find: (kinds: readonly ServedKind[]) => ServedKind | undefined,
  ): Promise<ServedKind> {
    const known = find(await this.all())
    if (known !== undefined) return known
    const stale = this.#clock.monotonic() - this.#asked >= this.#freshMs
    const found = stale ? find(await this.refresh()) : undefined
    if (found === undefined) throw new UnknownKindError(what)
    return found
  }
}

function hasName({ plural, singular, kind, shortNames }: ServedKind, name: string): boolean {
  return plural === name || singular === name || kind.toLowerCase() === name || shortNames.includes(name)
}

/** Such as `deployments.v1.apps`, which `named` finds again. */
export function fullNameOf({ plural, group, version }: ServedKind): string {
  return apiVersionOf({ group, version }) === version ? plural : `${plural}.${version}.${group}`
}
