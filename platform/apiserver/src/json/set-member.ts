import type { JsonValue } from './json-value.ts'

/** Sets a member of an object under construction; `__proto__` is a name like any other. */
export function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
}
