import { type CelType, DYN } from '../cel-type.ts'

/** What open types have been found to be so far. Trying an assignment that fails leaves it as it was. */
export class TypeBindings {
  #bound = new Map<string, CelType>()

  /** Whether values of each type can stand where the other list wants one; binds open types if so. */
  assign(from: readonly CelType[], to: readonly CelType[]): boolean {
    const before = this.#bound
    this.#bound = new Map(before)
    if (this.#allAssignable(from, to)) return true
    this.#bound = before
    return false
  }

  /** The type with all bound open types filled in; `close` makes those that are still open dyn. */
  resolve(type: CelType, close = false): CelType {
    switch (type.kind) {
      case 'param': {
        const bound = this.#bound.get(type.name)
        return bound === undefined ? (close ? DYN : type) : this.resolve(bound, close)
      }
      case 'list': {
        const of = this.resolve(type.of, close)
        return of === type.of ? type : { ...type, of }
      }
      case 'map': {
        const key = this.resolve(type.key, close)
        const of = this.resolve(type.of, close)
        return key === type.key && of === type.of ? type : { ...type, key, of }
      }
      case 'optional':
        return { kind: 'optional', of: this.resolve(type.of, close) }
      case 'type':
        return type.of === undefined ? type : { kind: 'type', of: this.resolve(type.of, close) }
      default:
        return type
    }
  }

  #allAssignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    return from.length === to.length && from.every((type, at) => this.#assignable(type, to[at] as CelType))
  }

  #assignable(from: CelType, to: CelType): boolean {
    if (to.kind === 'param') {
      const [valid, known] = this.#substitutes(from, to)
      if (valid) return true
      if (known) return false
    }
    if (from.kind === 'param') return this.#substitutes(to, from)[0]
    if (isLoose(from) || isLoose(to)) return true
    if (from.kind === 'null') return to.kind === 'null' || isNullable(to)
    if (to.kind === 'null') return isNullable(from)
    if (from.kind === 'type') return to.kind === 'type'
    if (from.kind === 'list') return to.kind === 'list' && this.#assignable(from.of, to.of)
    if (from.kind === 'optional') return to.kind === 'optional' && this.#assignable(from.of, to.of)
    if (from.kind === 'map') {
      return to.kind === 'map' && this.#assignable(from.key, to.key) && this.#assignable(from.of, to.of)
    }
    return isExact(from, to)
  }

  /** Whether `open` can stand for `type`, and whether it stood for something before. */
  #substitutes(type: CelType, open: CelType & { kind: 'param' }): readonly [boolean, boolean] {
    if (isExact(type, open)) return [true, true]
    const bound = this.#bound.get(open.name)
    if (bound !== undefined) {
      if (isExact(type, bound)) return [true, true]
      if (!this.#assignable(type, bound)) return [false, true]
      const wider = moreGeneral(type, bound)
      if (this.#isFree(open, wider)) this.#bound.set(open.name, wider)
      return [true, true]
    }
    if (!this.#isFree(open, type)) return [false, false]
    this.#bound.set(open.name, type)
    return [true, false]
  }

  #isFree(open: CelType & { kind: 'param' }, within: CelType): boolean {
    if (isExact(open, within)) return false
    if (within.kind === 'param') {
      const bound = this.#bound.get(within.name)
      return bound === undefined || this.#isFree(open, bound)
    }
    if (within.kind === 'list' || within.kind === 'optional') return this.#isFree(open, within.of)
    if (within.kind === 'map') return this.#isFree(open, within.key) && this.#isFree(open, within.of)
    if (within.kind === 'type') return within.of === undefined || this.#isFree(open, within.of)
    return true
  }
}

const isLoose = (type: CelType): boolean => type.kind === 'dyn' || type.kind === 'error'
const NULLABLE = new Set(['opaque', 'object', 'optional', 'duration', 'timestamp'])
const isNullable = (type: CelType): boolean => NULLABLE.has(type.kind)

/** Whether two types are the same but for the sizes they declare. */
export function isExact(a: CelType, b: CelType): boolean {
  if (a === b) return true
  if (a.kind !== b.kind) return false
  if (a.kind === 'list' || a.kind === 'optional') return isExact(a.of, (b as typeof a).of)
  if (a.kind === 'map') return isExact(a.key, (b as typeof a).key) && isExact(a.of, (b as typeof a).of)
  if (a.kind === 'object' || a.kind === 'opaque' || a.kind === 'param') return a.name === (b as typeof a).name
  if (a.kind === 'type') {
    const other = (b as typeof a).of
    return a.of === undefined || other === undefined ? a.of === other : isExact(a.of, other)
  }
  return true
}

/** The wider of two types that fit each other. */
export function moreGeneral(a: CelType, b: CelType): CelType {
  return isNotNarrower(a, b) ? a : b
}

function isNotNarrower(a: CelType, b: CelType): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true
  if (b.kind === 'dyn' || b.kind === 'param' || a.kind !== b.kind) return false
  if (a.kind === 'list' || a.kind === 'optional') return isNotNarrower(a.of, (b as typeof a).of)
  if (a.kind === 'map')
    return isNotNarrower(a.key, (b as typeof a).key) && isNotNarrower(a.of, (b as typeof a).of)
  return a.kind === 'type' || isExact(a, b)
}
