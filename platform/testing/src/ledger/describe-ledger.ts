import type { Ledger } from '@reeve/ledger'
import { afterEach, beforeEach, describe } from 'vitest'
import { compactionTests } from './compaction-tests.ts'
import { keepingTests } from './keeping-tests.ts'
import { leaseTests } from './lease-tests.ts'
import type { LedgerSubject, OpenLedger } from './ledger-subject.ts'
import { modelTests } from './model-tests.ts'
import { readTests } from './read-tests.ts'
import { txnTests } from './txn-tests.ts'
import { watchTests } from './watch-tests.ts'

/** What the parts of the suite are given: the subject of the running test. */
export interface Suite {
  readonly subject: () => LedgerSubject
  readonly ledger: () => Ledger
  readonly open: OpenLedger
  readonly modelRuns: number
}

export interface LedgerSuiteOptions {
  /** How many random sequences of operations are compared with the model. Default: 200. */
  readonly modelRuns?: number
}

/** The conformance suite: whatever passes it is a ledger. */
export function describeLedger(name: string, open: OpenLedger, options: LedgerSuiteOptions = {}): void {
  describe(name, () => {
    let current: LedgerSubject
    beforeEach(async () => {
      current = await open()
    })
    afterEach(() => current.dispose())
    const suite: Suite = {
      subject: () => current,
      ledger: () => current.ledger,
      open,
      modelRuns: options.modelRuns ?? 200,
    }
    describe('transactions', () => txnTests(suite))
    describe('reads', () => readTests(suite))
    describe('watches', () => watchTests(suite))
    describe('leases', () => leaseTests(suite))
    describe('compaction', () => compactionTests(suite))
    describe('keeping', () => keepingTests(suite))
    describe('model', () => modelTests(suite))
  })
}
