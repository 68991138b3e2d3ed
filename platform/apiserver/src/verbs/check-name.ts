import type { FieldError } from '../status/field-error.ts'

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const SUBDOMAIN_WORDS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL_WORDS =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

/** How a kind's names have to look: as a host name, as one part of it, or just so that they can stand in a path. */
export type NameRule = 'subdomain' | 'label' | 'path'

/** What is wrong with a name, in Kubernetes' words. */
export function nameErrors(field: string, name: string, rule: NameRule): readonly FieldError[] {
  const wrong = (detail: string): FieldError => ({
    field,
    type: 'FieldValueInvalid',
    value: JSON.stringify(name),
    detail,
  })
  if (rule === 'path') return pathProblems(name).map(wrong)
  const [longest, pattern, words] =
    rule === 'label' ? ([63, LABEL, LABEL_WORDS] as const) : ([253, SUBDOMAIN, SUBDOMAIN_WORDS] as const)
  const errors: FieldError[] = []
  if (name.length > longest) errors.push(wrong(`must be no more than ${longest} characters`))
  if (!pattern.test(name)) errors.push(wrong(words))
  return errors
}

function pathProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%']
    .filter((character) => name.includes(character))
    .map((character) => `may not contain '${character}'`)
}
