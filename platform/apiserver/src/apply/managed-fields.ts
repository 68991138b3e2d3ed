import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { FieldSet } from './field-set.ts'
import { fieldSetFrom, fieldsV1Of } from './fields-v1.ts'
import { compareText, textOf } from './path-element.ts'

/** Who owns which fields of an object, by applying or by updating. One entry of metadata.managedFields. */
export interface Owner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
  /** When it last changed something, as RFC 3339 to the second. */
  readonly time?: string
  readonly fields: FieldSet
}

/** By `ownerId`. */
export type Owners = ReadonlyMap<string, Owner>

/** What tells owners apart. An applier is the same one in every version. */
export function ownerId(owner: Omit<Owner, 'fields' | 'time'>): string {
  const { manager, operation, apiVersion, subresource } = owner
  const parts = [
    manager !== '' && `"manager":${textOf(manager)}`,
    `"operation":"${operation}"`,
    operation === 'Update' && `"apiVersion":${textOf(apiVersion)}`,
    subresource !== '' && `"subresource":${textOf(subresource)}`,
  ]
  return `{${parts.filter((part) => part !== false).join(',')}}`
}

/** The managedFields of an object, as they stand there. */
export function managedFieldsOf(object: JsonObject | undefined): JsonValue | undefined {
  return isObject(object?.metadata) ? object.metadata.managedFields : undefined
}

/** The object with these owners, or without managedFields if there are none. */
export function withOwners(object: JsonObject, owners: Owners): JsonObject {
  const entries = entriesOf(owners)
  const { managedFields: _, ...metadata } = isObject(object.metadata) ? object.metadata : {}
  if (entries.length === 0 && !isObject(object.metadata)) return object
  return { ...object, metadata: { ...metadata, ...(entries.length > 0 && { managedFields: entries }) } }
}

export function withoutOwners(object: JsonObject): JsonObject {
  return withOwners(object, new Map())
}

/** Whether a client asks for the managedFields to be forgotten: by `[]` or `[{}]`. */
export function isReset(managedFields: JsonValue | undefined): boolean {
  if (!isList(managedFields)) return false
  if (managedFields.length === 0) return true
  const [entry] = managedFields
  if (managedFields.length > 1 || !isObject(entry)) return false
  const names = ['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource']
  return names.every((name) => entry[name] === undefined || entry[name] === null || entry[name] === '')
}

/** Throws, in upstream's words, on an entry that cannot be read. */
export function ownersFrom(managedFields: JsonValue | undefined): Owners {
  const owners = new Map<string, Owner>()
  if (!isList(managedFields)) return owners
  for (const [at, entry] of managedFields.entries()) {
    const owner = ownerFrom(isObject(entry) ? entry : {}, at)
    owners.set(ownerId(owner), owner)
  }
  return owners
}

function ownerFrom(entry: JsonObject, at: number): Owner {
  const { operation, fieldsType } = entry
  if (operation !== 'Apply' && operation !== 'Update')
    throw new Error('operation must be `Apply` or `Update`')
  const apiVersion = stringOf(entry.apiVersion)
  if (apiVersion === '') throw new Error('apiVersion must not be empty')
  if (stringOf(fieldsType) === '') throw new Error(`missing fieldsType in managed fields entry ${at}`)
  if (fieldsType !== 'FieldsV1') {
    throw new Error(`invalid fieldsType "${stringOf(fieldsType)}" in managed fields entry ${at}`)
  }
  const time = timeFrom(entry.time)
  return {
    manager: stringOf(entry.manager),
    operation,
    apiVersion,
    subresource: stringOf(entry.subresource),
    ...(time !== undefined && { time }),
    fields: fieldSetFrom(entry.fieldsV1 ?? undefined),
  }
}

function timeFrom(time: JsonValue | undefined): string | undefined {
  if (typeof time !== 'string') return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : timeOf(date)
}

/** RFC 3339 to the second, in UTC. */
export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Empty of what is no string, as an absent field is in Go. */
export function stringOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** As the server writes them: appliers first, the longest untouched first. */
export function entriesOf(owners: Owners): readonly JsonObject[] {
  return [...owners.values()].sort(compareOwners).map((owner) => ({
    manager: owner.manager,
    operation: owner.operation,
    apiVersion: owner.apiVersion,
    ...(owner.time !== undefined && { time: owner.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsV1Of(owner.fields),
    ...(owner.subresource !== '' && { subresource: owner.subresource }),
  }))
}

function compareOwners(a: Owner, b: Owner): number {
  return (
    compareText(a.operation, b.operation) ||
    // Times without a fraction in one zone are in the order of their texts; none is the oldest.
    compareText(a.time ?? '', b.time ?? '') ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  )
}
