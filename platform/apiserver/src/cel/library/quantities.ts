import { CelRuntimeError } from '../cel-error.ts'
import { CelQuantity, parseQuantity } from '../values/cel-quantity.ts'
import { type FunctionTable, overload } from './overload.ts'

const Q = 'kubernetes.Quantity'
type Quantity = CelQuantity

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text)
    return true
  } catch {
    return false
  }
}

function wholeOf(quantity: Quantity): bigint {
  if (quantity.whole === undefined) throw new CelRuntimeError('cannot convert value to integer')
  return quantity.whole
}

const ofInt = (value: bigint): Quantity => new CelQuantity(value, 0)
const signOf = (quantity: Quantity): bigint => (quantity.value > 0n ? 1n : quantity.value < 0n ? -1n : 0n)

/** Kubernetes' resource quantities. */
export const QUANTITIES: FunctionTable = {
  quantity: [overload('string_to_quantity', `(string) -> ${Q}`, parseQuantity)],
  isQuantity: [overload('is_quantity_string', '(string) -> bool', isQuantity)],
  sign: [overload('quantity_sign', `(${Q}) -> int`, signOf)],
  isGreaterThan: [
    overload(
      'quantity_is_greater_than',
      `${Q}.(${Q}) -> bool`,
      (a: Quantity, b: Quantity) => a.compare(b) > 0,
    ),
  ],
  isLessThan: [
    overload('quantity_is_less_than', `${Q}.(${Q}) -> bool`, (a: Quantity, b: Quantity) => a.compare(b) < 0),
  ],
  compareTo: [
    overload('quantity_compare_to', `${Q}.(${Q}) -> int`, (a: Quantity, b: Quantity) => BigInt(a.compare(b))),
  ],
  asApproximateFloat: [
    overload('quantity_get_float', `${Q}.() -> double`, (quantity: Quantity) => quantity.float),
  ],
  asInteger: [overload('quantity_get_int', `${Q}.() -> int`, wholeOf)],
  isInteger: [
    overload('quantity_is_integer', `${Q}.() -> bool`, (quantity: Quantity) => quantity.whole !== undefined),
  ],
  add: [
    overload('quantity_add', `${Q}.(${Q}) -> ${Q}`, (a: Quantity, b: Quantity) => a.plus(b)),
    overload('quantity_add_int', `${Q}.(int) -> ${Q}`, (a: Quantity, b: bigint) => a.plus(ofInt(b))),
  ],
  sub: [
    overload('quantity_sub', `${Q}.(${Q}) -> ${Q}`, (a: Quantity, b: Quantity) => a.minus(b)),
    overload('quantity_sub_int', `${Q}.(int) -> ${Q}`, (a: Quantity, b: bigint) => a.minus(ofInt(b))),
  ],
}
