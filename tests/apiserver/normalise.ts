/** What two servers can never agree on is replaced by what it is. */
const REPLACED: Readonly<Record<string, string>> = {
  uid: '<uid>',
  resourceVersion: '<version>',
  creationTimestamp: '<time>',
  deletionTimestamp: '<time>',
  time: '<time>',
  lastTransitionTime: '<time>',
  continue: '<token>',
  'ca.crt': '<certificate>',
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** An unknown field ends the real server's check of an apply wherever a Go map has it; what it said before is chance. */
function steady(text: string): string {
  return text
    .replace(/in record \(\d+\)/, 'in record (<version>)')
    .replace(/errors:\n[\s\S]*?(\.\S+: field not declared in schema)[\s\S]*$/, '$1')
}

interface StatusLike {
  readonly message?: string
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] }
}

/** The real server checks members in the order of a Go map, which is chance: causes are compared as a set. */
function sortedCauses(body: StatusLike): unknown {
  const { causes } = body.details ?? {}
  if (causes === undefined || causes.length < 2) return body
  const text = ({ field, message }: { readonly field?: string; readonly message?: string }): string =>
    `${field} ${message}`
  const sorted = [...causes].sort((a, b) => (text(a) < text(b) ? -1 : 1))
  const message = body.message?.replace(
    /\[(.*)\]$/s,
    (_, list: string) => `[${list.split(', ').sort().join(', ')}]`,
  )
  return { ...body, message, details: { ...body.details, causes: sorted } }
}

/** An answer with everything taken out that differs by chance or by time. */
export function normalise(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => normalise(item))
    // Owners stand in the order of their times, in whole seconds: two servers may see a second end between two requests.
    return key === 'managedFields'
      ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items
  }
  if (typeof value === 'object' && value !== null) {
    const object = 'details' in value ? (sortedCauses(value as StatusLike) as object) : value
    const entries = Object.entries(object).map(([name, member]) => [name, normalise(member, name)] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  if (typeof value === 'string' && value !== '') return REPLACED[key] ?? steady(value.replace(UUID, '<uid>'))
  return value
}
