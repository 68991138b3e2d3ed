import { formatJson } from '../../json/format-json.ts'
import { isList, isObject, type JsonValue } from '../../json/json-value.ts'
import type { ReverseWriter } from './reverse-writer.ts'

/** Writes a field of a message, its tag included; nothing for what need not be there. */
export type Encode = (out: ReverseWriter, number: number, value: JsonValue) => void

/** How an object is written: its members by number, and the number of those whose name begins with `x-`. */
export interface MessagePlan {
  readonly extensions: number
  readonly fields: Readonly<Record<string, readonly [number: number, encode: Encode]>>
}

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2

export const text: Encode = (out, number, value) => delimited(out, number, () => out.text(String(value)))

export const flag: Encode = (out, number, value) => {
  if (value === true) whole(out, number, 1)
}

export const whole: Encode = (out, number, value) => {
  out.varint(Number(value))
  tag(out, number, VARINT)
}

export const real: Encode = (out, number, value) => {
  out.double(Number(value))
  tag(out, number, FIXED64)
}

/** Any value, as text that YAML readers understand. */
export const anything: Encode = (out, number, value) =>
  delimited(out, number, () => text(out, 2, formatJson(value)))

/** A field for each of a list. */
export function each(encode: Encode): Encode {
  return (out, number, value) => {
    for (const item of isList(value) ? value.toReversed() : []) encode(out, number, item)
  }
}

/** A map: a field for each member, of its name and its value. */
export function named(encode: Encode): Encode {
  return (out, number, value) => {
    for (const [name, member] of membersOf(value)) {
      delimited(out, number, () => {
        encode(out, 2, member)
        text(out, 1, name)
      })
    }
  }
}

/** A message with one field. */
export function wrapped(inner: number, encode: Encode): Encode {
  return (out, number, value) => delimited(out, number, () => encode(out, inner, value))
}

export function message(plan: MessagePlan): Encode {
  return (out, number, value) => delimited(out, number, () => writeMembers(out, plan, value))
}

/** What a message holds, without the tag and length that it has inside of another one. */
export function writeMembers(
  out: ReverseWriter,
  { fields, extensions }: MessagePlan,
  value: JsonValue,
): void {
  for (const [name, member] of membersOf(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field !== undefined) field[1](out, field[0], member)
    else if (name.startsWith('x-')) named(anything)(out, extensions, { [name]: member })
  }
}

/** A field with a length; `write` writes what is in it. */
export function delimited(out: ReverseWriter, number: number, write: () => void): void {
  const before = out.length
  write()
  out.varint(out.length - before)
  tag(out, number, DELIMITED)
}

/** The last one first, as the writer goes backwards. */
function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!isObject(value)) return []
  const members = Object.entries(value).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  )
  return members.reverse()
}

function tag(out: ReverseWriter, number: number, type: number): void {
  out.varint(number * 8 + type)
}
