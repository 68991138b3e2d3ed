import type { ChaosRates } from './chaos-rates.ts'
import type { Chance } from './seeded-chance.ts'

/** What of a request decides which faults it may meet. */
export interface Nature {
  readonly type: 'read' | 'write' | 'watch'
  /** A write that names the version it was made from. */
  readonly conditional: boolean
  /** A watch from a resource version, or the next page of a list. */
  readonly resumes: boolean
}

/** What is answered instead; all but `lost-answer` before anything is done. */
export type Refusal = 'too-many' | 'unavailable' | 'internal' | 'lost-answer' | 'conflict' | 'expired'

/** How and when a watch ends early: by whichever comes first. */
export interface Cut {
  readonly how: 'ended' | 'broken' | 'expired'
  readonly afterMs: number
  readonly afterEvents: number
}

/** What one request meets. */
export interface FaultPlan {
  readonly slowMs: number
  readonly refusal?: Refusal
  readonly cut?: Cut
}

/** Decides from chance alone, so that the same lots give the same faults. `spare`: it was refused often enough. */
export function planFaults(
  nature: Nature,
  chance: Chance,
  { rates, spare }: { readonly rates: ChaosRates; readonly spare: boolean },
): FaultPlan {
  // Every lot is drawn for every request, so that one rate does not shift the lots of another.
  const slow = [chance(), chance()] as const
  const refused = REFUSALS.find(({ refusal, meets }) => {
    const drawn = chance()
    return meets(nature) && drawn < rates[RATE_OF[refusal]]
  })
  const cut = { lot: chance(), how: chance(), ms: chance(), events: chance() }
  const slowMs = slow[0] < rates.slow ? Math.ceil(slow[1] * rates.slowMs) : 0
  if (refused !== undefined && !spare) return { slowMs, refusal: refused.refusal }
  if (nature.type !== 'watch' || cut.lot >= rates.cut) return { slowMs }
  return {
    slowMs,
    cut: {
      how: HOW[Math.floor(cut.how * HOW.length)] ?? 'ended',
      afterMs: Math.ceil(cut.ms * rates.cutMs),
      afterEvents: Math.floor(cut.events * rates.cutEvents),
    },
  }
}

const HOW = ['ended', 'broken', 'expired'] as const

const RATE_OF = {
  'too-many': 'tooMany',
  unavailable: 'unavailable',
  internal: 'internal',
  'lost-answer': 'lostAnswer',
  conflict: 'conflict',
  expired: 'expired',
} as const satisfies Readonly<Record<Refusal, keyof ChaosRates>>

const REFUSALS: readonly { readonly refusal: Refusal; readonly meets: (nature: Nature) => boolean }[] = [
  { refusal: 'too-many', meets: () => true },
  { refusal: 'unavailable', meets: () => true },
  { refusal: 'internal', meets: () => true },
  { refusal: 'lost-answer', meets: ({ type }) => type === 'write' },
  { refusal: 'conflict', meets: ({ conditional }) => conditional },
  { refusal: 'expired', meets: ({ resumes }) => resumes },
]
