import { createRequire } from 'node:module'
import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { JsonValue } from '../json/json-value.ts'

/** Loaded when somebody sends YAML, which most clients never do: it would take a good part of the start. */
const load = createRequire(import.meta.url)
let library: typeof import('yaml') | undefined

/** What a text says, and what it says twice. */
export interface ReadYaml {
  readonly value: JsonValue
  /** Such as `line 7: key "a" already set in map`, in the order in which the real server finds them. */
  readonly duplicates: readonly string[]
}

const MOST_DUPLICATES = 100
/** What anchors may grow to: a short text could stand for more than memory holds. */
const MOST_REPEATED = 100_000
/** Kinds of plain values that Go does not know. */
const UNKNOWN_TAGS = /:(timestamp|binary|omap|pairs|set)$/
const SEXAGESIMAL = 'TIME'
/** More brackets that are open at once are no document, and would take seconds to find that out. */
const DEEPEST = 1_000

/** The value of a YAML text, as Kubernetes reads it: by the rules of YAML 1.1, members that come twice told by line. */
export function readYaml(text: string): ReadYaml {
  if (nestsTooDeep(text)) throw new SyntaxError(`yaml: exceeded max depth of ${DEEPEST}`)
  library ??= load('yaml') as typeof import('yaml')
  const lines = new library.LineCounter()
  const document = library.parseDocument(text, {
    version: '1.1',
    uniqueKeys: false,
    intAsBigInt: true,
    lineCounter: lines,
    prettyErrors: true,
    customTags: (tags) =>
      tags.filter(
        (tag) => typeof tag === 'string' || (!UNKNOWN_TAGS.test(tag.tag) && tag.format !== SEXAGESIMAL),
      ),
  })
  const [error] = document.errors
  if (error !== undefined) throw new SyntaxError(`yaml: ${error.message.split('\n')[0]?.replace(/:$/, '')}`)
  const reader = new YamlReader(library, document, (at) => lines.linePos(at).line)
  const value = reader.valueOf(document.contents)
  return { value, duplicates: reader.duplicates }
}

function nestsTooDeep(text: string): boolean {
  let open = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '[' || character === '{') open += 1
    else if (character === ']' || character === '}') open = Math.max(0, open - 1)
    if (open > DEEPEST) return true
  }
  return false
}

type Members = Record<string, JsonValue>

class YamlReader {
  readonly duplicates: string[] = []
  readonly #yaml: typeof import('yaml')
  readonly #document: Document
  readonly #lineAt: (offset: number) => number
  #repeated = 0
  #aliases = 0

  constructor(yaml: typeof import('yaml'), document: Document, lineAt: (offset: number) => number) {
    this.#yaml = yaml
    this.#document = document
    this.#lineAt = lineAt
  }

  valueOf(node: unknown): JsonValue {
    if (this.#aliases > 0) this.#repeated += 1
    if (this.#repeated > MOST_REPEATED) throw new SyntaxError('yaml: document contains excessive aliasing')
    if (this.#yaml.isAlias(node)) return this.#valueOfAlias(node)
    if (this.#yaml.isMap(node)) {
      const members: Members = {}
      this.#read(node, members, new Set())
      return members
    }
    if (this.#yaml.isSeq(node)) return (node as YAMLSeq).items.map((item) => this.valueOf(item))
    return this.#yaml.isScalar(node) ? plain(node) : null
  }

  #valueOfAlias(alias: Alias): JsonValue {
    const target = alias.resolve(this.#document)
    if (target === undefined) throw new SyntaxError(`yaml: unknown anchor '${alias.source}' referenced`)
    this.#aliases += 1
    if (this.#aliases > MOST_DUPLICATES)
      throw new SyntaxError(`yaml: anchor '${alias.source}' value contains itself`)
    const value = this.valueOf(target)
    this.#aliases -= 1
    return value
  }

  /** Members that are merged in count as written where they are. */
  #read(map: YAMLMap, members: Members, seen: Set<string>): void {
    for (const pair of map.items as readonly Pair<Node, Node | null>[]) {
      if (this.#yaml.isScalar(pair.key) && isMerge(pair.key)) {
        this.#merge(pair.value, members, seen)
        continue
      }
      const key = this.#yaml.isScalar(pair.key) ? plain(pair.key) : JSON.stringify(this.valueOf(pair.key))
      const value = this.valueOf(pair.value)
      const shown = typeof key === 'string' ? JSON.stringify(key) : String(key)
      if (seen.has(shown)) this.#tell(`line ${this.#lineOf(pair)}: key ${shown} already set in map`)
      seen.add(shown)
      Object.defineProperty(members, String(key), {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }

  #merge(node: unknown, members: Members, seen: Set<string>): void {
    const target = this.#yaml.isAlias(node) ? node.resolve(this.#document) : node
    if (this.#yaml.isMap(target)) this.#read(target, members, seen)
    else if (this.#yaml.isSeq(target)) for (const item of target.items) this.#merge(item, members, seen)
    else throw new SyntaxError('yaml: map merge requires map or sequence of maps as the value')
  }

  /** Where the value begins. */
  #lineOf({ key, value }: Pair<Node, Node | null>): number {
    const [at = 0] = value?.range ?? key.range ?? []
    return this.#lineAt(at)
  }

  #tell(duplicate: string): void {
    if (this.duplicates.length < MOST_DUPLICATES) this.duplicates.push(duplicate)
  }
}

function isMerge({ value, source, type }: Scalar): boolean {
  return typeof value === 'symbol' || (source === '<<' && type === 'PLAIN')
}

/** Whole numbers that a number cannot hold stay exact. */
function plain({ value }: Scalar): JsonValue {
  if (typeof value !== 'bigint') return (value ?? null) as JsonValue
  const small = Number(value)
  return (Number.isSafeInteger(small) ? small : value) as JsonValue
}
