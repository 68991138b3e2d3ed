/** A type as a value: what type(x) answers and what names such as `int` stand for. */
export class CelTypeValue {
  readonly typeName = 'type'
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
