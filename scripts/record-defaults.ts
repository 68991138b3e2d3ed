import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../platform/apiserver/src/json/json-value.ts'
import { defaultProbes } from './kinds/default-probes.ts'
import { pathFor } from './kinds/path-for.ts'
import { withoutServerPart } from './kinds/server-part.ts'
import { startProber } from './kinds/start-prober.ts'

/**
 * Records what a real kube-apiserver makes of small objects, for the tests of the defaults: one line per probe with
 * what was given and what came back, but for what only a server can know.
 *
 *   npx node --conditions=source scripts/record-defaults.ts
 */
const file = join(import.meta.dirname, '../platform/apiserver/src/kinds/defaults/recorded.jsonl')

await using prober = await startProber()
const lines: string[] = []
for (const { title, object } of defaultProbes()) {
  const answered = await prober.server.create<JsonObject>(`${pathFor(object)}?dryRun=All`, object)
  lines.push(JSON.stringify({ title, given: object, answered: withoutServerPart(answered) }))
}
writeFileSync(file, `${lines.join('\n')}\n`)
process.stdout.write(`record-defaults: ${lines.length} probes\n`)
