import type { FieldSelector } from '../selectors/field-selector.ts'
import { formatFieldSelector } from '../selectors/field-selector.ts'
import { formatLabelSelector, type LabelSelector } from '../selectors/label-selector.ts'

export interface RequestOptions {
  readonly signal?: AbortSignal
}

export interface GetOptions extends RequestOptions {
  readonly resourceVersion?: string
  /** A part of the object instead, such as `status`. */
  readonly subresource?: string
}

export interface SelectOptions {
  /** Default: every namespace. */
  readonly namespace?: string
  readonly labels?: LabelSelector
  readonly fields?: FieldSelector
}

export interface ListOptions extends SelectOptions, RequestOptions {
  /** Objects on a page. Default: 500; 0 asks for all at once. */
  readonly limit?: number
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
}

export interface WriteOptions extends RequestOptions {
  /** Who writes. Default: that of the client. */
  readonly manager?: string
  /** Everything is checked, nothing is stored. */
  readonly dryRun?: boolean
  /** What happens to fields that the schema does not know. Default: the server's, which is to warn. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict'
  /** A part of the object instead, such as `status`. */
  readonly subresource?: string
}

export interface ApplyOptions extends WriteOptions {
  /** Takes fields from other managers instead of failing with a conflict. Default: false. */
  readonly force?: boolean
}

export interface DeleteOptions extends RequestOptions {
  readonly propagation?: 'Foreground' | 'Background' | 'Orphan'
  /** Only the very object, or only this version of it. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly gracePeriodSeconds?: number
  readonly dryRun?: boolean
}

export interface DeleteCollectionOptions extends DeleteOptions, SelectOptions {}

/** A change as one of the three formats that every server knows. */
export type Patch =
  | { readonly type: 'json'; readonly patch: readonly JsonPatchStep[] }
  | { readonly type: 'merge'; readonly patch: object }
  /** Built-in kinds only. */
  | { readonly type: 'strategic'; readonly patch: object }

export interface JsonPatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

export const PATCH_TYPES: Readonly<Record<Patch['type'], string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** Adds what selects objects to a query. */
export function selectQuery({ labels, fields }: SelectOptions): URLSearchParams {
  return queryOf({
    labelSelector: labels === undefined ? undefined : formatLabelSelector(labels) || undefined,
    fieldSelector: fields === undefined ? undefined : formatFieldSelector(fields) || undefined,
  })
}

export function writeQuery({ manager, dryRun, fieldValidation }: WriteOptions): URLSearchParams {
  return queryOf({
    fieldManager: manager,
    dryRun: dryRun === true ? 'All' : undefined,
    fieldValidation,
  })
}

/** A query of those values that are there. */
export function queryOf(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
  query = new URLSearchParams(),
): URLSearchParams {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query
}

/** The body of a DELETE. */
export function deleteBody({
  propagation,
  preconditions,
  gracePeriodSeconds,
  dryRun,
}: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(propagation !== undefined && { propagationPolicy: propagation }),
    ...(preconditions !== undefined && { preconditions }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(dryRun === true && { dryRun: ['All'] }),
  }
}
