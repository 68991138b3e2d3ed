/** How often each fault comes, from 0 (never) to 1 (always), and how far it goes. */
export interface ChaosRates {
  /** An answer that comes late. Default: 0.1. */
  readonly slow: number
  /** The longest that it is late. Default: 300. */
  readonly slowMs: number
  /** 429 with Retry-After; nothing was done. Default: 0.05. */
  readonly tooMany: number
  /** 503 with Retry-After; nothing was done. Default: 0.03. */
  readonly unavailable: number
  /** 500; nothing was done. Default: 0.01. */
  readonly internal: number
  /** A write is done, but its answer is 504: the client cannot know. Default: 0.01. */
  readonly lostAnswer: number
  /** 409 for a write that names a resource version; nothing was done. Default: 0.1. */
  readonly conflict: number
  /** 410 for a watch from a resource version, or for the next page of a list. Default: 0.05. */
  readonly expired: number
  /** A watch that ends early. Default: 0.5. */
  readonly cut: number
  /** A watch that is cut ends within this time. Default: 20,000. */
  readonly cutMs: number
  /** A watch that is cut ends within this many events. Default: 20. */
  readonly cutEvents: number
  /** An event that comes late, and all after it. Default: 0.1. */
  readonly delay: number
  /** The longest that it is late. Default: 500. */
  readonly delayMs: number
  /** An event that comes twice. Default: 0.1. */
  readonly duplicate: number
  /** After this many refusals of the same request, the next goes through. Default: 3. */
  readonly mostInARow: number
}

export const CHAOS_DEFAULTS: ChaosRates = {
  slow: 0.1,
  slowMs: 300,
  tooMany: 0.05,
  unavailable: 0.03,
  internal: 0.01,
  lostAnswer: 0.01,
  conflict: 0.1,
  expired: 0.05,
  cut: 0.5,
  cutMs: 20_000,
  cutEvents: 20,
  delay: 0.1,
  delayMs: 500,
  duplicate: 0.1,
  mostInARow: 3,
}
