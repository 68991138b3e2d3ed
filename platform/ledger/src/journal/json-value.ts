/** What JSON can hold. Properties that are `undefined` are left out, as JSON does. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** Names the first place in a value that JSON would drop or change, `undefined` if it holds all of it. */
export function findNonJson(value: unknown, path = 'data'): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : `${path} is ${value}`
    case 'object':
      return value === null ? undefined : findInside(value, path)
    default:
      return `${path} is of type ${typeof value}`
  }
}

function findInside(value: object, path: string): string | undefined {
  if (Array.isArray(value)) return findFirst(value.map((item, index) => [`${path}[${index}]`, item]))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return `${path} is not a plain object`
  const properties = Object.entries(value).filter(([, item]) => item !== undefined)
  return findFirst(properties.map(([name, item]) => [`${path}.${name}`, item]))
}

function findFirst(items: readonly (readonly [string, unknown])[]): string | undefined {
  for (const [path, item] of items) {
    const found = findNonJson(item, path)
    if (found !== undefined) return found
  }
  return undefined
}
