import { ReeveError } from '@reeve/ground'

/** A pattern that could never match, or that a bus between processes could not keep to. */
export class EventPatternError extends ReeveError {
  readonly code = 'RUNTIME_BAD_PATTERN'
  constructor(pattern: string) {
    super(`cannot subscribe to ${JSON.stringify(pattern)}: it is no pattern of event types`, {
      hint: "use words between dots, '*' for one word, '**' at the end for the rest",
    })
  }
}

/** Says whether a type matches: `*` stands for one word, `**` at the end for one or more. */
export function eventPattern(pattern: string): (type: string) => boolean {
  const words = pattern.split('.')
  const open = words.at(-1) === '**'
  const fixed = open ? words.slice(0, -1) : words
  if (fixed.some((word) => word === '' || (word.includes('*') && word !== '*')))
    throw new EventPatternError(pattern)
  return (type) => {
    const given = type.split('.')
    if (open ? given.length <= fixed.length : given.length !== fixed.length) return false
    return fixed.every((word, index) => word === '*' || word === given[index])
  }
}
