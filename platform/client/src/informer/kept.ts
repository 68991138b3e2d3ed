import type { ApiObject, Stored } from '../kinds/api-object.ts'
import type { Kind } from '../kinds/kind.ts'

export interface KeptOptions<T extends ApiObject> {
  /** Whether to keep who owns which field, often half of an object. Default: false. */
  readonly managedFields?: boolean
  /** Makes whoever changes an object of the cache fail. Costs time; for development. Default: false. */
  readonly freeze?: boolean
  /** What else to leave out. It has to leave the metadata. Default: nothing. */
  readonly transform?: (object: Stored<T>) => Stored<T>
}

/** What of an object is kept in memory. */
export function kept<T extends ApiObject>(kind: Kind<T>, options: KeptOptions<T>) {
  const { managedFields = false, freeze = false, transform } = options
  return (object: Stored<T>): Stored<T> => {
    let rest = object
    if (kind.view === 'metadata' && rest.kind !== 'PartialObjectMetadata') rest = partial(rest)
    if (!managedFields) rest = withoutManagers(rest)
    if (transform !== undefined) rest = transform(rest)
    return freeze ? deepFreeze(rest) : rest
  }
}

function partial<T extends ApiObject>({ metadata }: Stored<T>): Stored<T> {
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata } as unknown as Stored<T>
}

/** Set to undefined, not deleted: an object that has lost a property takes more memory than before. */
function withoutManagers<T extends ApiObject>(object: Stored<T>): Stored<T> {
  if (object.metadata.managedFields === undefined) return object
  return { ...object, metadata: { ...object.metadata, managedFields: undefined } }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
