/**
 * `npm run bench -- [name …] [--json] [--quick]`: measures ours beside peers and floors and prints the ratios.
 * Names are the keys of BENCHES; without one, all run. Quick figures are rougher. A missed aim is printed and does not change the exit code.
 */
import { parseArgs } from 'node:util'
import { messageOf } from '@reeve/ground'
import { table } from './src/print-table.ts'
import type { Result } from './src/result.ts'

/** Says what is under way, for people who wait. */
export type Say = (words: string) => void

interface BenchOptions {
  /** Fewer and shorter rounds, for whoever wants to see whether something changed at all. */
  readonly quick: boolean
}

type Bench = (say: Say, options: BenchOptions) => AsyncIterable<Result>

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  apiserver: async () => (await import('./src/apiserver/apiserver-bench.ts')).apiserverBench,
  ledger: async () => (await import('./src/ledger/ledger-bench.ts')).ledgerBench,
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const known = Object.keys(BENCHES).join(', ')
  if (values.help)
    return print(`usage: npm run bench -- [name …] [--json] [--quick]\nnames: ${known} (default: all)`)
  const unknown = positionals.find((name) => BENCHES[name] === undefined)
  if (unknown !== undefined) throw new Error(`cannot run bench ${unknown}: no such bench; there is ${known}`)
  const results: Result[] = []
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
    const bench = await BENCHES[name]?.()
    const say = (words: string): void => void process.stderr.write(`${name}: ${words}\n`)
    for await (const result of bench?.(say, { quick: values.quick }) ?? []) {
      results.push(result)
      if (values.json) print(JSON.stringify(result))
    }
  }
  if (!values.json) print(table(results))
  return 0
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
