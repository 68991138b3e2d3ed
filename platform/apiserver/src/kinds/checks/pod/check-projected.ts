import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { forbidden, invalid, required } from '../complaints.ts'
import { has, maybeObject, numberIn, objectIn, objectsIn, textIn } from '../members.ts'
import { fieldErrors } from './check-environment.ts'
import { keyErrors, modeErrors } from './check-key-files.ts'
import { localPathErrors } from './check-local-path.ts'

const FILE_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
const CONFLICT = 'conflicting duplicate paths'

/** What is wrong with a volume that is put together from several sources. */
export function checkProjected(source: JsonObject, path: string): readonly FieldError[] {
  const taken = new Set<string>()
  const conflicts = (file: string, shown: string): readonly FieldError[] => {
    if (file === '') return []
    if (taken.has(file)) return [invalid(path, shown, CONFLICT)]
    taken.add(file)
    return []
  }
  const parts = objectsIn(source, 'sources').flatMap((one, at) => {
    const place = `${path}.sources[${at}]`
    const count = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken', 'clusterTrustBundle'].filter(
      (name) => has(one, name),
    )
    return [
      ...['secret', 'configMap'].flatMap((name) => keysErrors(one, { name, place, conflicts })),
      ...objectsIn(objectIn(one, 'downwardAPI'), 'items').flatMap((item) => [
        ...downwardErrors(item, `${place}.downwardAPI`),
        ...conflicts(textIn(item, 'path'), textIn(item, 'path')),
      ]),
      ...tokenErrors(maybeObject(one, 'serviceAccountToken'), path, place),
      ...(count.length > 1 ? [forbidden(place, 'may not specify more than 1 volume type per source')] : []),
    ]
  })
  return [...modeErrors(source, `${path}.defaultMode`, 'defaultMode'), ...parts]
}

interface KeysPlace {
  readonly name: string
  readonly place: string
  readonly conflicts: (file: string, shown: string) => readonly FieldError[]
}

function keysErrors(one: JsonObject, { name, place, conflicts }: KeysPlace): readonly FieldError[] {
  const part = maybeObject(one, name)
  if (part === undefined) return []
  const called = textIn(part, 'name')
  return [
    ...(called === '' ? [required(`${place}.${name}.name`, '')] : []),
    ...objectsIn(part, 'items').flatMap((item, at) => [
      ...keyErrors(item, `${place}.${name}.items[${at}]`),
      ...conflicts(textIn(item, 'path'), called),
    ]),
  ]
}

function tokenErrors(token: JsonObject | undefined, path: string, place: string): readonly FieldError[] {
  if (token === undefined) return []
  const seconds = numberIn(token, 'expirationSeconds') ?? 0
  const file = textIn(token, 'path')
  const field = `${place}.serviceAccountToken.expirationSeconds`
  return [
    ...(seconds < 600 ? [invalid(field, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > 2 ** 32
      ? [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...(file === '' ? [required(`${path}.path`, '')] : localPathErrors(file, `${path}.path`)),
  ]
}

/** What is wrong with files that hold parts of the pod itself. */
export function checkDownwardItems(source: JsonObject, path: string): readonly FieldError[] {
  return [
    ...modeErrors(source, `${path}.defaultMode`, 'defaultMode'),
    ...objectsIn(source, 'items').flatMap((item) => downwardErrors(item, path)),
  ]
}

function downwardErrors(item: JsonObject, path: string): readonly FieldError[] {
  const file = textIn(item, 'path')
  const field = maybeObject(item, 'fieldRef')
  const isBoth = field !== undefined && has(item, 'resourceFieldRef')
  return [
    ...(file === '' ? [required(`${path}.path`, '')] : []),
    ...localPathErrors(file, `${path}.path`),
    ...(field === undefined ? [] : fieldErrors(field, `${path}.fieldRef`, FILE_FIELDS)),
    ...(isBoth
      ? [invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
    ...(field === undefined && !has(item, 'resourceFieldRef')
      ? [required(path, 'one of fieldRef and resourceFieldRef is required')]
      : []),
    ...modeErrors(item, `${path}.mode`, 'mode'),
  ]
}
