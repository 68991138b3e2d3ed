import type { FieldError } from '../../../status/field-error.ts'
import { invalid } from '../complaints.ts'

export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..')
}

export function backstepErrors(path: string, field: string): readonly FieldError[] {
  return hasBacksteps(path) ? [invalid(field, path, "must not contain '..'")] : []
}

/** What is wrong with a path that has to stay below where it begins. */
export function descendingErrors(path: string, field: string): readonly FieldError[] {
  const absolute = path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []
  return [...absolute, ...backstepErrors(path, field)]
}

/** The same, where names that begin with two dots are the kubelet's. */
export function localPathErrors(path: string, field: string): readonly FieldError[] {
  const isReserved = path.startsWith('..') && !path.startsWith('../')
  const reserved = isReserved ? [invalid(field, path, "must not start with '..'")] : []
  return [...descendingErrors(path, field), ...reserved]
}
