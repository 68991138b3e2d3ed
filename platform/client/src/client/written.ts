import type { ApiObject, ObjectKey } from '../kinds/api-object.ts'
import type { Kind } from '../kinds/kind.ts'

/** A write that the server has acknowledged, as it left the object. */
export type Written =
  | { readonly type: 'set'; readonly kind: Kind<ApiObject>; readonly object: ApiObject }
  | {
      readonly type: 'deleted'
      readonly kind: Kind<ApiObject>
      readonly key: ObjectKey
      readonly uid: string
    }

/** What an acknowledged deletion has done: the object is gone, or it only waits to go; undefined if nothing is known. */
export function deletionOf(
  kind: Kind<ApiObject>,
  key: ObjectKey,
  answer: ApiObject & { readonly details?: { readonly uid?: string } },
): Written | undefined {
  if (answer.kind === 'Status') {
    const uid = answer.details?.uid
    return uid === undefined || uid === '' ? undefined : { type: 'deleted', kind, key, uid }
  }
  const { deletionGracePeriodSeconds = 0, finalizers = [], uid } = answer.metadata
  const { spec } = answer as { readonly spec?: { readonly finalizers?: readonly string[] } }
  const waits = deletionGracePeriodSeconds > 0 || finalizers.length > 0 || (spec?.finalizers ?? []).length > 0
  if (waits) return { type: 'set', kind, object: answer }
  return uid === undefined ? undefined : { type: 'deleted', kind, key, uid }
}
