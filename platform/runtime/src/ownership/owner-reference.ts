import { ReeveError } from '@reeve/ground'
import type { Owned, OwnerReference } from './owned.ts'

/** An ownership that the server would refuse, or worse, answer by deleting the child. */
export class OwnerError extends ReeveError {
  readonly code = 'RUNTIME_BAD_OWNER'
}

export interface OwnerOptions {
  /** Whether this owner is the one that manages the child. Default: true. */
  readonly controller?: boolean
  /** Whether a foreground deletion of the owner waits for the child. Default: true. */
  readonly blockOwnerDeletion?: boolean
}

/** The reference to an object that was read from the server. */
export function ownerReference(owner: Owned, options: OwnerOptions = {}): OwnerReference {
  const { apiVersion, kind, metadata } = owner
  const { name, uid } = metadata
  if (!apiVersion || !kind || !name || !uid) {
    throw new OwnerError(
      `cannot refer to owner ${describe(owner)}: apiVersion, kind, name and uid are needed`,
      {
        hint: 'use the object as the server answered it',
      },
    )
  }
  const { controller = true, blockOwnerDeletion = true } = options
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion }
}

/** The child with its owner set, once. Refuses an owner in another namespace and a second managing owner. */
export function withOwner<T extends Owned>(child: T, owner: Owned, options: OwnerOptions = {}): T {
  const reference = ownerReference(owner, options)
  const { namespace } = owner.metadata
  if (namespace !== undefined && namespace !== child.metadata.namespace) {
    const where =
      child.metadata.namespace === undefined ? 'in no namespace' : `in ${child.metadata.namespace}`
    throw new OwnerError(
      `cannot make ${describe(owner)} the owner of ${describe(child)}: the owner is in ${namespace}, the child ${where}`,
      { hint: 'the server would remove the child; keep both in one namespace, or clean up with a finalizer' },
    )
  }
  const others = (child.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== reference.uid)
  const rival = others.find(({ controller }) => controller === true)
  if (reference.controller === true && rival !== undefined) {
    throw new OwnerError(
      `cannot make ${describe(owner)} the owner of ${describe(child)}: ${rival.kind} ${rival.name} manages it already`,
    )
  }
  return { ...child, metadata: { ...child.metadata, ownerReferences: [...others, reference] } }
}

/** The child without that owner. */
export function withoutOwner<T extends Owned>(child: T, owner: Owned): T {
  const left = (child.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid)
  return { ...child, metadata: { ...child.metadata, ownerReferences: left } }
}

/** Who manages an object, if anyone does. */
export function managingOwner({ metadata }: Owned): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** By uid: a new object under an old name owns nothing. */
export function isOwnedBy(child: Owned, owner: Owned): boolean {
  const { uid } = owner.metadata
  return uid !== undefined && (child.metadata.ownerReferences ?? []).some((each) => each.uid === uid)
}

/** The children that the owner manages and no longer wants, told apart by kind, namespace and name. */
export function unwantedChildren<T extends Owned>(
  owner: Owned,
  { found, wanted }: { readonly found: readonly T[]; readonly wanted: readonly Owned[] },
): readonly T[] {
  const kept = new Set(wanted.map(identityOf))
  const { uid } = owner.metadata
  return found.filter((child) => managingOwner(child)?.uid === uid && !kept.has(identityOf(child)))
}

/** The version is left out: one object can be read in several. */
function identityOf({ apiVersion = '', kind, metadata }: Owned): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return JSON.stringify([group, kind, metadata.namespace, metadata.name])
}

function describe({ kind = 'object', metadata }: Owned): string {
  return `${kind} ${metadata.name ?? 'without a name'}`
}
