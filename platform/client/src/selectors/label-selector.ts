/** What a label has to be: one value, one of several, anything but, there at all (true) or not there (false). */
export type LabelTerm = string | readonly string[] | { readonly not: string | readonly string[] } | boolean

/** Which objects, by their labels: by terms, or as the API writes it (`app=web,tier in (a,b),!old`). */
export type LabelSelector = string | Readonly<Record<string, LabelTerm>>

/** A selector as the API takes it. */
export function formatLabelSelector(selector: LabelSelector): string {
  if (typeof selector === 'string') return selector
  return Object.entries(selector)
    .map(([key, term]) => {
      if (typeof term === 'boolean') return term ? key : `!${key}`
      if (typeof term === 'string') return `${key}=${term}`
      if ('not' in term) {
        return typeof term.not === 'string' ? `${key}!=${term.not}` : `${key} notin (${term.not.join(',')})`
      }
      return `${key} in (${term.join(',')})`
    })
    .join(',')
}

type Labels = Readonly<Record<string, string>>
type Matches = (labels: Labels) => boolean

/** Says of labels whether they are selected, as the server would; undefined for a selector that is not understood. */
export function labelMatcher(selector: LabelSelector): Matches | undefined {
  const terms = typeof selector === 'string' ? parsed(selector) : Object.entries(selector)
  if (terms === undefined) return undefined
  return (labels) => terms.every(([key, term]) => holds(labels[key], term))
}

function holds(value: string | undefined, term: LabelTerm): boolean {
  if (typeof term === 'boolean') return term === (value !== undefined)
  if (typeof term === 'string') return value === term
  if ('not' in term) {
    return value === undefined || !(typeof term.not === 'string' ? [term.not] : term.not).includes(value)
  }
  return value !== undefined && term.includes(value)
}

const SEPARATOR = /,(?![^(]*\))/
const IN = /^([^\s!=<>()]+)\s+(in|notin)\s*\(([^()]*)\)$/
const EQUALS = /^([^\s!=<>()]+)\s*(==|=|!=)\s*([^\s!=<>()]*)$/
const EXISTS = /^(!?)\s*([^\s!=<>()]+)$/

function parsed(text: string): readonly (readonly [string, LabelTerm])[] | undefined {
  if (text.trim() === '') return []
  const terms = text.split(SEPARATOR).map((part) => parsedTerm(part.trim()))
  return terms.every((term) => term !== undefined) ? terms : undefined
}

function parsedTerm(text: string): readonly [string, LabelTerm] | undefined {
  const [, set, within, list] = IN.exec(text) ?? []
  if (set !== undefined && list !== undefined) {
    const values = list.split(',').map((value) => value.trim())
    return [set, within === 'in' ? values : { not: values }]
  }
  const [, key, operator, value] = EQUALS.exec(text) ?? []
  if (key !== undefined && value !== undefined) return [key, operator === '!=' ? { not: value } : value]
  const [, absent, name] = EXISTS.exec(text) ?? []
  return name === undefined ? undefined : [name, absent === '']
}
