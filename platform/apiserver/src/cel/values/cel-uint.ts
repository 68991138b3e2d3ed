/** A whole number of 64 bits without a sign. */
export class CelUint {
  readonly typeName = 'uint'
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}
