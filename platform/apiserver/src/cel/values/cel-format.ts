import { CelOpaque } from './cel-opaque.ts'

/** A named format: says what is wrong with a text. `regexSize` is what checking counts as when costs are counted. */
export class CelFormat extends CelOpaque {
  override readonly typeName = 'kubernetes.NamedFormat'
  readonly name: string
  readonly regexSize: number
  readonly problems: (text: string) => readonly string[]

  constructor(
    name: string,
    options: { readonly regexSize: number; readonly problems: (text: string) => readonly string[] },
  ) {
    super()
    this.name = name
    this.regexSize = options.regexSize
    this.problems = options.problems
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelFormat && other.name === this.name
  }
}
