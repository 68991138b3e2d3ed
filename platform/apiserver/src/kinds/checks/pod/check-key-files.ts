import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { invalid, required } from '../complaints.ts'
import { numberIn, textIn } from '../members.ts'
import { localPathErrors } from './check-local-path.ts'

const FILE_MODE = 'must be a number between 0 and 0777 (octal), both inclusive'

/** What is wrong with the file that a key of a ConfigMap or Secret becomes. */
export function keyErrors(item: JsonObject, path: string): readonly FieldError[] {
  return [
    ...(textIn(item, 'key') === '' ? [required(`${path}.key`, '')] : []),
    ...(textIn(item, 'path') === '' ? [required(`${path}.path`, '')] : []),
    ...localPathErrors(textIn(item, 'path'), `${path}.path`),
    ...modeErrors(item, `${path}.mode`, 'mode'),
  ]
}

/** What is wrong with the mode of files, if one is given. */
export function modeErrors(source: JsonObject, field: string, name: string): readonly FieldError[] {
  const mode = numberIn(source, name)
  return mode !== undefined && (mode < 0 || mode > 0o777) ? [invalid(field, mode, FILE_MODE)] : []
}
