/**
 * Testing: what Reeve is tested with, and what users test their own controllers with.
 *
 *   virtual-clock   time that moves when told to
 *   seeded-random   chance that repeats itself
 *   ledger/         the conformance suite of the ledger, its model, and the checks of concurrent histories
 */

export { describeLedger } from './ledger/describe-ledger.ts'
export type { LedgerSubject, OpenLedger } from './ledger/ledger-subject.ts'
export { seededRandom } from './seeded-random.ts'
export { VirtualClock } from './virtual-clock.ts'
