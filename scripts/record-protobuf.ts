import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../platform/apiserver/src/json/json-value.ts'
import type { ApiCaller } from './kinds/api-caller.ts'
import { defaultProbes } from './kinds/default-probes.ts'
import { pathFor } from './kinds/path-for.ts'
import { reviewProbes } from './kinds/review-probes.ts'
import { startProber } from './kinds/start-prober.ts'

/**
 * Records how a real kube-apiserver writes the same objects in JSON and in protobuf, for the tests of the decoder: one
 * object of each kind.
 *
 *   npx node --conditions=source scripts/record-protobuf.ts
 */
const file = join(import.meta.dirname, '../platform/apiserver/src/kinds/protobuf/recorded.jsonl')

interface Pair {
  readonly json: JsonObject
  readonly bytes: Buffer
}

await using prober = await startProber()
const pairs: Pair[] = []
for (const { object } of firstOfEachKind()) pairs.push(await storedPair(prober.server, object))
for (const { object } of reviewProbes()) pairs.push(await answeredPair(prober.server, object))
const lines = pairs.map(({ json, bytes }) => JSON.stringify({ json, protobuf: bytes.toString('base64') }))
writeFileSync(file, `${lines.join('\n')}\n`)
process.stdout.write(`record-protobuf: ${lines.length} kinds\n`)

function firstOfEachKind() {
  const byKind = Object.groupBy(defaultProbes(), ({ object }) => `${object.apiVersion} ${object.kind}`)
  return Object.values(byKind).flatMap((probes) => probes?.slice(0, 1) ?? [])
}

/** Reads until both readings are of one revision: controllers write as well. */
async function storedPair(server: ApiCaller, object: JsonObject): Promise<Pair> {
  await server.create(pathFor(object), object)
  const path = `${pathFor(object)}/${isObject(object.metadata) ? object.metadata.name : ''}`
  for (;;) {
    const json = await server.read<JsonObject>(path)
    const bytes = await server.readBytes(path)
    const { metadata } = await server.read<JsonObject>(path)
    if (JSON.stringify(metadata) === JSON.stringify(json.metadata)) return { json, bytes }
  }
}

async function answeredPair(server: ApiCaller, object: JsonObject): Promise<Pair> {
  const json = await server.create<JsonObject>(pathFor(object), object)
  return { json, bytes: await server.createBytes(pathFor(object), object) }
}
