import { AuditTrail, audited, type ChaosRates, type Handle, withChaos } from '@reeve/apiserver'
import { type Logger, realClock, realRandom } from '@reeve/ground'
import { openJournal } from '@reeve/ledger'

export interface AroundOptions {
  /** The folder of the audit trail. */
  readonly audit?: string | undefined
  /** The seed of hostile mode. */
  readonly chaos?: string | undefined
  /** Where hostile mode is to differ from its usual rates. */
  readonly rates: Partial<ChaosRates>
  readonly logger: Logger
}

/** What stands between the door and the control plane, as options say. */
export interface Around extends AsyncDisposable {
  readonly around: (handle: Handle) => Handle
}

/** Longer than this a record may not be only in the system's memory. */
const SYNC_MS = 100

/** Faults come first, so that the trail says what clients were told. */
export async function aroundDoor({ audit, chaos, rates, logger }: AroundOptions): Promise<Around> {
  const hostile = (handle: Handle): Handle =>
    chaos === undefined ? handle : withChaos(handle, { seed: chaos, rates, clock: realClock, logger })
  if (audit === undefined) return { around: hostile, [Symbol.asyncDispose]: async () => {} }
  const journal = await openJournal({ directory: audit, logger, sync: { everyMs: SYNC_MS } })
  const trail = new AuditTrail({ journal, clock: realClock, random: realRandom, logger })
  return {
    around: (handle) => audited(hostile(handle), trail),
    [Symbol.asyncDispose]: async () => {
      await trail.close()
      await journal.close()
    },
  }
}
