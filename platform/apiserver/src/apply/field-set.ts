import { comparePathElements, type Path, type PathElement } from './path-element.ts'

/**
 * A set of fields, as a tree of their paths. That a field is in it says nothing of the fields above or below it.
 * Operations give new sets and may share parts of old ones; `insert` is for who is building a set of its own.
 */
export class FieldSet {
  readonly #members = new Set<PathElement>()
  readonly #children = new Map<PathElement, FieldSet>()

  static of(...paths: readonly Path[]): FieldSet {
    const set = new FieldSet()
    for (const path of paths) set.insert(path)
    return set
  }

  /** Of what is at its level and what is below; empty sets are left out. */
  static from(
    members: Iterable<PathElement>,
    children: Iterable<readonly [PathElement, FieldSet]>,
  ): FieldSet {
    const set = new FieldSet()
    for (const element of members) set.#members.add(element)
    for (const [element, child] of children) if (!child.isEmpty()) set.#children.set(element, child)
    return set
  }

  /** What is in the set at this level. */
  get members(): ReadonlySet<PathElement> {
    return this.#members
  }

  /** What is below; none of these sets is empty. */
  get children(): ReadonlyMap<PathElement, FieldSet> {
    return this.#children
  }

  /** The empty path is the whole object, which nobody owns: it is not added. */
  insert(path: Path): void {
    const last = path.at(-1)
    if (last === undefined) return
    let node: FieldSet = this
    for (const element of path.slice(0, -1)) node = node.#below(element)
    node.#members.add(last)
  }

  has(path: Path): boolean {
    const [first, ...rest] = path
    if (first === undefined) return false
    return rest.length === 0 ? this.#members.has(first) : this.below(first).has(rest)
  }

  isEmpty(): boolean {
    return this.#members.size === 0 && this.#children.values().every((child) => child.isEmpty())
  }

  equals(other: FieldSet): boolean {
    return this.difference(other).isEmpty() && other.difference(this).isEmpty()
  }

  /** What begins with the element, without it. */
  below(element: PathElement): FieldSet {
    return this.#children.get(element) ?? new FieldSet()
  }

  union(other: FieldSet): FieldSet {
    const members = this.#members.union(other.#members)
    const children = new Map(this.#children)
    for (const [element, child] of other.#children) {
      children.set(element, children.get(element)?.union(child) ?? child)
    }
    return FieldSet.from(members, children)
  }

  intersection(other: FieldSet): FieldSet {
    const members = this.#members.intersection(other.#members)
    return this.#mapped(members, (child, element) => {
      const others = other.#children.get(element)
      return others === undefined ? undefined : child.intersection(others)
    })
  }

  /** What is here and not there; a field that is there takes nothing below it away. */
  difference(other: FieldSet): FieldSet {
    const members = this.#members.difference(other.#members)
    return this.#mapped(members, (child, element) => {
      const others = other.#children.get(element)
      return others === undefined ? child : child.difference(others)
    })
  }

  /** What is here and neither there nor below something that is there. */
  recursiveDifference(other: FieldSet): FieldSet {
    const members = this.#members.difference(other.#members)
    return this.#mapped(members, (child, element) => {
      if (other.#members.has(element)) return undefined
      const others = other.#children.get(element)
      return others === undefined ? child : child.recursiveDifference(others)
    })
  }

  /** Without the fields that have others below them. */
  leaves(): FieldSet {
    const members = new Set([...this.#members].filter((element) => !this.#children.has(element)))
    return this.#mapped(members, (child) => child.leaves())
  }

  /** Every path, in Kubernetes' order: what is at a level before what is below it. */
  *paths(above: Path = []): Generator<Path> {
    for (const element of [...this.#members].sort(comparePathElements)) yield [...above, element]
    for (const element of [...this.#children.keys()].sort(comparePathElements)) {
      yield* this.below(element).paths([...above, element])
    }
  }

  #below(element: PathElement): FieldSet {
    const child = this.#children.get(element) ?? new FieldSet()
    this.#children.set(element, child)
    return child
  }

  #mapped(
    members: ReadonlySet<PathElement>,
    change: (child: FieldSet, element: PathElement) => FieldSet | undefined,
  ): FieldSet {
    const children: [PathElement, FieldSet][] = []
    for (const [element, child] of this.#children) {
      const changed = change(child, element)
      if (changed !== undefined) children.push([element, changed])
    }
    return FieldSet.from(members, children)
  }
}
