import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'

/** Something that a namespace which is going still waits for. */
export interface Remaining {
  readonly resource: Resource
  readonly finalizers: readonly string[]
}

export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** What people read who wonder why a namespace does not go, in Kubernetes' words. */
export function remainingConditions(left: readonly Remaining[]): readonly Condition[] {
  const objects = counted(left.map(({ resource: { resource, group } }) => `${resource}.${group}`))
  const finalizers = counted(left.flatMap((each) => each.finalizers))
  return [
    good('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    good(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    good(
      'NamespaceDeletionContentFailure',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    objects.length === 0
      ? good('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed')
      : {
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${objects.map(([name, count]) => `${name} has ${count} resource instances`).join(', ')}`,
        },
    finalizers.length === 0
      ? good(
          'NamespaceFinalizersRemaining',
          'ContentHasNoFinalizers',
          'All content-preserving finalizers finished',
        )
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${finalizers.map(([name, count]) => `${name} in ${count} resource instances`).join(', ')}`,
        },
  ]
}

/** The same object if its conditions say all this already; times change with what is said. */
export function withConditions(object: ApiObject, wanted: readonly Condition[], now: string): ApiObject {
  const status: JsonObject = isObject(object.status) ? object.status : {}
  const before = (isList(status.conditions) ? status.conditions : []).filter(isObject)
  let same = before.length === wanted.length
  const conditions = wanted.map((condition): JsonValue => {
    const old = before.find(({ type }) => type === condition.type)
    if (old?.status === condition.status && old.message === condition.message) return old
    same = false
    const kept = old?.status === condition.status ? old.lastTransitionTime : undefined
    return { ...condition, lastTransitionTime: kept ?? now }
  })
  return same ? object : ({ ...object, status: { ...status, conditions } } as ApiObject)
}

function good(type: string, reason: string, message: string): Condition {
  return { type, status: 'False', reason, message }
}

function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
