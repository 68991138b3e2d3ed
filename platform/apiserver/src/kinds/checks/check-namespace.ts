import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata, unknownFinalizer } from './check-metadata.ts'
import { invalid, invalids } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, objectIn, textIn, textsIn } from './members.ts'

const RULES = { namespaced: false, nameRule: 'label', standardFinalizers: true } as const

/** A namespace's finalizers, and the phase that fits what is happening to it. */
export const checkNamespace: KindCheck = kindCheck({
  rules: RULES,
  order: 'whole-metadata',
  spec: (namespace) =>
    finalizersOf(namespace).flatMap((finalizer) => finalizerErrors(finalizer, 'spec.finalizers')),
  sub: { status, finalize },
})

function finalizersOf(namespace: ApiObject): readonly string[] {
  return textsIn(objectIn(namespace, 'spec'), 'finalizers')
}

function finalizerErrors(finalizer: string, path: string): readonly FieldError[] {
  return [...invalids(path, finalizer, labelKeyErrors(finalizer)), ...unknownFinalizer(finalizer, path)]
}

function status(namespace: ApiObject, old: ApiObject): readonly FieldError[] {
  const phase = textIn(objectIn(namespace, 'status'), 'phase')
  const isGoing = has(namespace.metadata, 'deletionTimestamp')
  const errors = checkMetadata(namespace.metadata, RULES, old.metadata)
  if (phase === (isGoing ? 'Terminating' : 'Active')) return errors
  const detail = isGoing
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty"
  return [...errors, invalid('status.Phase', phase, detail)]
}

function finalize(namespace: ApiObject, old: ApiObject): readonly FieldError[] {
  return [
    ...checkMetadata(namespace.metadata, RULES, old.metadata),
    ...finalizersOf(namespace).flatMap((finalizer, at) =>
      finalizerErrors(finalizer, `spec.finalizers[${at}]`),
    ),
  ]
}
