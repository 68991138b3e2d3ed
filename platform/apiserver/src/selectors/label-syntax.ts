const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'
const NAME_PATTERN = new RegExp(`^${NAME}$`)
const VALUE_PATTERN = new RegExp(`^(${NAME})?$`)
const SUBDOMAIN_PATTERN = new RegExp(`^${SUBDOMAIN}$`)

const CHARACTERS =
  "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const NAME_RULE = `must consist of ${CHARACTERS} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`
const VALUE_RULE = `a valid label must be an empty string or consist of ${CHARACTERS} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`
const SUBDOMAIN_RULE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`

/** What is wrong with a label's key (or an annotation's, or a finalizer), in Kubernetes' words; nothing if it is valid. */
export function labelKeyErrors(key: string): readonly string[] {
  const parts = key.split('/')
  if (parts.length > 2) {
    return [
      `a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const errors = parts.length === 2 ? prefixErrors(parts[0] ?? '') : []
  if (name === '') errors.push('name part must be non-empty')
  else if (byteLength(name) > 63) errors.push('name part must be no more than 63 characters')
  if (!NAME_PATTERN.test(name)) errors.push(`name part ${NAME_RULE}`)
  return errors
}

function prefixErrors(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  const errors: string[] = []
  if (byteLength(prefix) > 253) errors.push('prefix part must be no more than 253 characters')
  if (!SUBDOMAIN_PATTERN.test(prefix)) errors.push(`prefix part ${SUBDOMAIN_RULE}`)
  return errors
}

/** What is wrong with a label's value, in Kubernetes' words. */
export function labelValueErrors(value: string): readonly string[] {
  const errors: string[] = []
  if (byteLength(value) > 63) errors.push('must be no more than 63 characters')
  if (!VALUE_PATTERN.test(value)) errors.push(VALUE_RULE)
  return errors
}

/** Kubernetes says characters and counts bytes. */
function byteLength(text: string): number {
  return Buffer.byteLength(text)
}
