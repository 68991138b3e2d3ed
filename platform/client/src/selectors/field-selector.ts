import type { ApiObject } from '../kinds/api-object.ts'

/** Which objects, by their fields: by value, or as the API writes it (`metadata.name=a,spec.nodeName!=`). */
export type FieldSelector = string | Readonly<Record<string, string | { readonly not: string }>>

/** A selector as the API takes it. */
export function formatFieldSelector(selector: FieldSelector): string {
  if (typeof selector === 'string') return selector
  return Object.entries(selector)
    .map(([path, term]) =>
      typeof term === 'string' ? `${path}=${escaped(term)}` : `${path}!=${escaped(term.not)}`,
    )
    .join(',')
}

function escaped(value: string): string {
  return value.replace(/[\\,=]/g, (character) => `\\${character}`)
}

/**
 * Says of an object whether it is selected; undefined where only the server can tell. Fields of the metadata every kind
 * has; what other fields there are is up to each kind.
 */
export function fieldMatcher(selector: FieldSelector): ((object: ApiObject) => boolean) | undefined {
  if (typeof selector === 'string') return selector === '' ? () => true : undefined
  const terms = Object.entries(selector)
  if (!terms.every(([path]) => path === 'metadata.name' || path === 'metadata.namespace')) return undefined
  return ({ metadata }) =>
    terms.every(([path, term]) => {
      const value = (path === 'metadata.name' ? metadata.name : metadata.namespace) ?? ''
      return typeof term === 'string' ? value === term : value !== term.not
    })
}
