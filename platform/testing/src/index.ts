/**
 * Testing: what Reeve is tested with, and what users test their own controllers with.
 *
 *   virtual-clock   time that moves when told to
 *   seeded-random   chance that repeats itself
 *   journal/        a disk that fills up, fails and loses power on command
 *   ledger/         the conformance suite of the ledger, its model, and the checks of concurrent histories
 */
export { SimulatedDisk, systemError } from './journal/simulated-disk.ts'
export { describeHistories, type HistoryOptions } from './ledger/describe-histories.ts'
export { describeLedger, type LedgerSuiteOptions } from './ledger/describe-ledger.ts'
export type { LedgerSubject, OpenLedger } from './ledger/ledger-subject.ts'
export { isLinearizable, type Operation, type RegisterAction, type Swap } from './ledger/linearizable.ts'
export { seededRandom } from './seeded-random.ts'
export { VirtualClock } from './virtual-clock.ts'
