import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableHead } from '../platform/apiserver/src/kinds/table-file.ts'
import { readDefinitions } from './kinds/read-definitions.ts'
import { readGroups } from './kinds/read-groups.ts'
import { startProber } from './kinds/start-prober.ts'
import { TypeTable } from './kinds/type-table.ts'

/**
 * Makes the table of built-in kinds from a real kube-apiserver: what it serves from discovery, the types from its
 * OpenAPI, and from the Go structs behind them how empty fields are written and their numbers in protobuf.
 *
 *   npx node --conditions=source scripts/make-kinds.ts
 */
const folder = join(import.meta.dirname, '../platform/apiserver/src/kinds')

await using prober = await startProber()
const { server, version } = prober
const groups = await readGroups(server)
const definitions = await readDefinitions(server, groups)

const goCache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
const modules = { folder: join(goCache, 'k8s.io'), version: version.replace(/^1\./, 'v0.') }
const { names, types, shapes, descriptions } = new TypeTable(definitions, modules)
const head: TableHead = { version, groups }
write('kinds.jsonl', [head, names, types, shapes])
write('descriptions.jsonl', Object.entries(descriptions))

/** One part per line, so that no formatter spreads it. */
function write(name: string, parts: readonly object[]): void {
  const text = parts.map((part) => `${JSON.stringify(part)}\n`).join('')
  writeFileSync(join(folder, name), text)
  process.stdout.write(`make-kinds: ${name}: ${Buffer.byteLength(text)} bytes\n`)
}
