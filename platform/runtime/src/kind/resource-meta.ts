import { isJsonObject } from '../json/json-value.ts'
import type { OwnerReference } from '../ownership/owned.ts'
import type { Issue } from './validate.ts'

/** The metadata of an object, as far as controllers look at it. */
export interface ResourceMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
}

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/** What is wrong with the outside of an object: another kind, or a name that no server takes. */
export function metadataIssues(
  value: unknown,
  wanted: { readonly apiVersion: string; readonly kind: string },
): readonly Issue[] {
  if (!isJsonObject(value)) return []
  const issues: Issue[] = []
  for (const field of ['apiVersion', 'kind'] as const) {
    const given = value[field]
    if (given !== undefined && given !== wanted[field]) {
      issues.push({ path: field, message: `has to be ${JSON.stringify(wanted[field])}` })
    }
  }
  const { metadata } = value
  const { name, generateName } = isJsonObject(metadata) ? metadata : {}
  if (name === undefined && generateName === undefined)
    issues.push({ path: 'metadata.name', message: 'is needed' })
  if (name !== undefined && (typeof name !== 'string' || name.length > 253 || !NAME.test(name))) {
    issues.push({ path: 'metadata.name', message: 'has to be lower-case words, digits, dashes and dots' })
  }
  return issues
}
