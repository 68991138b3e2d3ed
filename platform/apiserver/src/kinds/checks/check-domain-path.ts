import type { FieldError } from '../../status/field-error.ts'
import { invalid, invalids, required } from './complaints.ts'
import { subdomainErrors } from './name-words.ts'

const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"

/** What is wrong with a name such as `acme.io/foo`. */
export function checkDomainPath(text: string, field: string): readonly FieldError[] {
  if (text === '') return [required(field, '')]
  const at = text.indexOf('/')
  const [host, path] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (host === '' || path === '')
    return [invalid(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  const wrong = new RegExp(`^${PATH}$`).test(path)
    ? []
    : [invalid(field, path, `Invalid path (regex used for validation is '${PATH}')`)]
  return [...invalids(field, host, subdomainErrors(host)), ...wrong]
}
