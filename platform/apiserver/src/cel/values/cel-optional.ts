import type { CelValue } from '../cel-value.ts'

/** A value that may be missing. */
export class CelOptional {
  static readonly none = new CelOptional(undefined)
  readonly typeName = 'optional_type'
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}
