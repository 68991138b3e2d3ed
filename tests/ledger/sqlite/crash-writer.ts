/**
 * The process that is killed: writes to a ledger as fast as it can and says what was acknowledged, a line each
 * (`<revision> <pair> <value>`), until someone ends it. Arguments: path, a name for its values, a revision to compact to.
 */
import { writeSync } from 'node:fs'
import { openSqliteLedger } from '@reeve/ledger'

const [path = '', name = '', compactTo = '0', most = '0'] = process.argv.slice(2)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const ledger = await openSqliteLedger(path, { followAfter: 64 })
let written = 0

/** Two keys under one revision: a torn transaction would show as two that differ. */
async function writer(): Promise<void> {
  while (most === '0' || written < Number(most)) {
    const n = written
    written += 1
    const pair = n % 97
    const value = `${name}.${n}`
    const ops =
      n % 13 === 12
        ? ([
            { do: 'delete', key: `left/${pair}` },
            { do: 'delete', key: `right/${pair}` },
          ] as const)
        : ([
            { do: 'put', key: `left/${pair}`, value: bytes(value) },
            { do: 'put', key: `right/${pair}`, value: bytes(value) },
          ] as const)
    const { revision } = await ledger.txn([], ops)
    writeSync(1, `${revision} ${pair} ${n % 13 === 12 ? '-' : value}\n`)
  }
}

if (compactTo !== '0') void ledger.compact(Number(compactTo))
await Promise.all(Array.from({ length: 8 }, writer))
process.kill(process.pid, 'SIGKILL')
