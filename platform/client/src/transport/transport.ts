/** One request to an API, as any transport takes it. */
export interface TransportRequest {
  readonly method: string
  /** Percent-encoded, without the query. */
  readonly path: string
  readonly query?: URLSearchParams
  /** Names in lower case; a list becomes a header that is repeated. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  /** How the answer is wanted: as one piece, or a line at a time as they come. Default: whole. */
  readonly read?: 'whole' | 'lines'
  readonly signal?: AbortSignal
}

export type AnswerBody =
  | { readonly type: 'whole'; readonly content: string | Uint8Array }
  /** Ends when the other side has ended; throws when it broke off. Letting go of it lets go of the stream. */
  | { readonly type: 'lines'; readonly lines: AsyncIterable<string> }

export interface TransportAnswer {
  readonly status: number
  /** Names in lower case; values of a header that was repeated are a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Lines only where they were asked for and the status is a success. */
  readonly body: AnswerBody
}

/** Carries requests to one API. Knows nothing of kinds, retries or what answers mean; throws only if there was no answer. */
export interface Transport extends AsyncDisposable {
  request(request: TransportRequest): Promise<TransportAnswer>
  /** Lets go of every connection; requests under way fail. */
  close(): Promise<void>
}

/** The first value of a header, if there is one. */
export function headerOf({ headers }: Pick<TransportAnswer, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}
