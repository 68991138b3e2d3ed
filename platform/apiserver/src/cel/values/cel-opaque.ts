/** A value that only its own functions understand: a quantity, a URL, an address … */
export abstract class CelOpaque {
  abstract readonly typeName: string

  abstract isSame(other: CelOpaque): boolean
}
