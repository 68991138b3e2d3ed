/** How an answer is written out. */
export type TextFormat = 'compact' | 'indented' | 'yaml'

/** What people use by hand gets what people can read. */
const BY_HAND = /^(curl|Wget|Mozilla\/5\.0)/

export interface FormatWishes {
  readonly accept: string | undefined
  /** The query parameter. */
  readonly pretty: string | null
  readonly userAgent: string | undefined
}

/** How whoever asks wants to read the answer. */
export function textFormatOf({ accept = '', pretty, userAgent = '' }: FormatWishes): TextFormat {
  const [first = ''] = accept.split(',').filter((part) => !part.includes('protobuf'))
  if (/^\s*application\/yaml\b/.test(first)) return 'yaml'
  const indented = pretty === null ? BY_HAND.test(userAgent) : !['', '0', 'false'].includes(pretty)
  return indented ? 'indented' : 'compact'
}
