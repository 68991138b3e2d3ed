import { afterAll, beforeAll, describe } from 'vitest'
import { informerTests } from './informer-tests.ts'
import { kindTests } from './kind-tests.ts'
import { leaseTests } from './lease-tests.ts'
import { objectTests } from './object-tests.ts'
import type { Subject } from './subject.ts'
import { watchTests } from './watch-tests.ts'

/** What a client promises of any server, by any transport. */
export function describeClient(name: string, open: () => Promise<Subject>, skip = false): void {
  describe.skipIf(skip)(`a client of ${name}`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject[Symbol.asyncDispose]())
    const connect: Subject['connect'] = (options) => subject.connect(options)
    objectTests(connect)
    kindTests(connect)
    watchTests(connect)
    informerTests(connect)
    leaseTests(connect)
  })
}
