const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const KEY = '[-._a-zA-Z0-9]+'
const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*'
const HEADER = '[-A-Za-z0-9]+'
const PERCENT = '[0-9]+%'
const WILDCARD = `\\*\\.${SUBDOMAIN}`

const ENDS = 'and must start and end with an alphanumeric character'
const LABEL_WORDS = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ENDS}`
const SUBDOMAIN_WORDS = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ENDS}`
const LABEL_1035_WORDS =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
const KEY_WORDS = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
const IDENTIFIER_WORDS =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'"
const WILDCARD_WORDS =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character"

/** What is wrong with a name, in Kubernetes' words; nothing if it is right. */
export type NameWords = (name: string) => readonly string[]

export const subdomainErrors: NameWords = (name) => [
  ...longerThan(name, 253),
  ...unlike(name, SUBDOMAIN, [SUBDOMAIN_WORDS, 'example.com']),
]

export const labelErrors: NameWords = (name) => {
  const isDotted = matches(name, SUBDOMAIN) && !matches(name, LABEL)
  const wrong = isDotted
    ? ['must not contain dots']
    : unlike(name, LABEL, [LABEL_WORDS, 'my-name', '123-abc'])
  return [...longerThan(name, 63), ...wrong]
}

export const label1035Errors: NameWords = (name) => [
  ...longerThan(name, 63),
  ...unlike(name, LABEL_1035, [LABEL_1035_WORDS, 'my-name', 'abc-123']),
]

/** Names that only have to stand in a path. */
export const pathErrors: NameWords = (name) => {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return pathPrefixErrors(name)
}

export const pathPrefixErrors: NameWords = (name) =>
  ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)

/** Keys of ConfigMaps and Secrets. */
export const configKeyErrors: NameWords = (key) => {
  const wrong = unlike(key, KEY, [KEY_WORDS, 'key.name', 'KEY_NAME', 'key-name'])
  return [...longerThan(key, 253), ...wrong, ...climbing(key)]
}

function climbing(text: string): readonly string[] {
  if (text === '.') return ["must not be '.'"]
  if (text === '..') return ["must not be '..'"]
  return text.startsWith('..') ? ["must not start with '..'"] : []
}

export const identifierErrors: NameWords = (name) =>
  unlike(name, IDENTIFIER, [IDENTIFIER_WORDS, 'my_name', 'MY_NAME', 'MyName'])

export const headerErrors: NameWords = (name) =>
  unlike(name, HEADER, [
    "a valid HTTP header must consist of alphanumeric characters or '-'",
    'X-Header-Name',
  ])

export const percentErrors: NameWords = (text) =>
  unlike(text, PERCENT, [
    "a valid percent string must be a numeric string followed by an ending '%'",
    '1%',
    '93%',
  ])

export const wildcardErrors: NameWords = (name) => [
  ...longerThan(name, 253),
  ...unlike(name, WILDCARD, [WILDCARD_WORDS, '*.example.com']),
]

export const environmentErrors: NameWords = (name) => {
  if (name === '') return ['environment variable name must be non-empty']
  const words =
    "a valid environment variable name must consist only of printable ASCII characters other than '='"
  return /^[ -<>-~]+$/.test(name) ? [] : [words]
}

/** Names of ports: short, with at least one letter. */
export const portNameErrors: NameWords = (name) => [
  ...longerThan(name, 15),
  ...(/^[-a-z0-9]+$/.test(name)
    ? []
    : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
  ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
]

export function portErrors(port: number): readonly string[] {
  return port >= 1 && port <= 65535 ? [] : ['must be between 1 and 65535, inclusive']
}

function matches(text: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text)
}

/** Kubernetes says characters and counts bytes. */
function longerThan(text: string, most: number): readonly string[] {
  return Buffer.byteLength(text) > most ? [`must be no more than ${most} characters`] : []
}

function unlike(text: string, pattern: string, words: readonly string[]): readonly string[] {
  if (matches(text, pattern)) return []
  const [rule, ...examples] = words
  const such = examples.map((example) => `'${example}', `).join(' or ')
  return [`${rule} (e.g. ${such}regex used for validation is '${pattern}')`]
}
