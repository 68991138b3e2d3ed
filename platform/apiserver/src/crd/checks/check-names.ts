import type { JsonObject } from '../../json/json-value.ts'
import { invalid } from '../../kinds/checks/complaints.ts'
import { textIn, textsIn } from '../../kinds/checks/members.ts'
import { label1035Errors } from '../../kinds/checks/name-words.ts'
import type { FieldError } from '../../status/field-error.ts'

const MIXED = 'may have mixed case, but should otherwise match: '

/** What is wrong with the names of a definition, in its spec or among those that were accepted. */
export function checkNames(names: JsonObject, path: string): readonly FieldError[] {
  const kind = textIn(names, 'kind')
  const listKind = textIn(names, 'listKind')
  return [
    ...lowerErrors(textIn(names, 'plural'), `${path}.plural`),
    ...lowerErrors(textIn(names, 'singular'), `${path}.singular`),
    ...mixedErrors(kind, `${path}.kind`),
    ...mixedErrors(listKind, `${path}.listKind`),
    ...eachErrors(textsIn(names, 'shortNames'), `${path}.shortNames`),
    ...(kind !== '' && kind === listKind
      ? [invalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...eachErrors(textsIn(names, 'categories'), `${path}.categories`),
  ]
}

function lowerErrors(name: string, field: string): readonly FieldError[] {
  return name === '' ? [] : nameErrors(name, field)
}

function eachErrors(names: readonly string[], path: string): readonly FieldError[] {
  return names.flatMap((name, at) => nameErrors(name, `${path}[${at}]`))
}

function nameErrors(name: string, field: string): readonly FieldError[] {
  const wrong = label1035Errors(name)
  return wrong.length === 0 ? [] : [invalid(field, name, wrong.join(','))]
}

function mixedErrors(name: string, field: string): readonly FieldError[] {
  const wrong = name === '' ? [] : label1035Errors(name.toLowerCase())
  return wrong.length === 0 ? [] : [invalid(field, name, MIXED + wrong.join(','))]
}
