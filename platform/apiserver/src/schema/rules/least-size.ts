import type { Schema } from '../schema.ts'
import { withResourceFields } from './with-resource-fields.ts'

/** What one request may send. */
export const MOST_BYTES = 3 * 1024 * 1024

/** How few bytes a value of the schema takes as JSON, as Kubernetes counts them. */
export function leastSize(schema: Schema, isResource = schema.embeddedResource === true): number {
  if (schema.intOrString) return 1
  switch (schema.type) {
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? 2
        : leastObjectSize(isResource ? withResourceFields(schema) : schema)
    case 'string':
      return leastTextSize(schema.format)
    case 'boolean':
      return 4
    case 'array':
      return 2
    default:
      return 1
  }
}

/** How often a value of this size fits into one request. */
export function mostCopies(size: number): number {
  return Math.floor(MOST_BYTES / (size + 1))
}

/** Only fields that somebody has to send count: those with a default need not be there. */
function leastObjectSize({ properties = {}, required = [] }: Schema): number {
  let size = 2
  for (const [name, property] of Object.entries(properties)) {
    if (!required.includes(name) || (property.default ?? null) !== null || !isSeen(property)) continue
    size += Buffer.byteLength(name) + leastSize(property) + 4
  }
  return size
}

/** Whether rules see a value of the schema at all. */
function isSeen({ type, intOrString, items, additionalProperties }: Schema): boolean {
  if (intOrString) return true
  if (type === 'array') return items !== undefined && isSeen(items)
  return type !== undefined && (typeof additionalProperties !== 'object' || isSeen(additionalProperties))
}

function leastTextSize(format: string | undefined): number {
  switch (format) {
    case 'duration':
      return 3
    case 'date':
      return 12
    case 'date-time':
      return 21
    default:
      return 2
  }
}
