/** Who an object belongs to. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

export interface ObjectMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly object[] | undefined
  readonly selfLink?: string
}

/** Any object of the API. */
export interface ApiObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: ObjectMeta
}

/** Any object, with whatever is in it. */
export interface AnyObject extends ApiObject {
  // biome-ignore lint/suspicious/noExplicitAny: whatever its kind has.
  readonly [field: string]: any
}

/** The metadata of an object, without the rest. */
export interface PartialObject extends ApiObject {
  readonly apiVersion: 'meta.k8s.io/v1'
  readonly kind: 'PartialObjectMetadata'
}

/** An object as it is read: it has a name, an identity and a version. */
export type Stored<T extends ApiObject> = T & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
    readonly creationTimestamp: string
  }
}

/** Names an object among those of its kind. Without a namespace: that of the client, if its kind has namespaces. */
export interface ObjectKey {
  readonly namespace?: string
  readonly name: string
}

/** One page of objects, or all of them. */
export interface ObjectList<T> {
  readonly items: readonly T[]
  /** The version of the collection that they were read at; a watch from here misses nothing. */
  readonly resourceVersion: string
  /** Where the next page begins; undefined on the last. */
  readonly next: string | undefined
  /** How many there are beyond this page, if the server said. */
  readonly remaining: number | undefined
}
