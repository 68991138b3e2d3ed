/** The part of an object that ownership is about; objects of every client have it. */
export interface Owned {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: {
    readonly name?: string
    readonly namespace?: string
    readonly uid?: string
    readonly ownerReferences?: readonly OwnerReference[]
  }
}

/** Says whom an object belongs to; when all owners are gone, the server removes it. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}
