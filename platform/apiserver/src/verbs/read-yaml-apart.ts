import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '@reeve/ground'
import type { ReadYaml } from './read-yaml.ts'

/** Beside this file, compiled or not. */
const READER = new URL(`./read-yaml${extname(import.meta.url)}`, import.meta.url).href
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.reader).then(({ readYaml }) => {
  try {
    parentPort.postMessage({ read: readYaml(workerData.text) })
  } catch (error) {
    parentPort.postMessage({ failed: String(error?.message ?? error) })
  }
})`
const LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 }

let last: Promise<unknown> = Promise.resolve()

/** Reads a long YAML text in a thread of its own, one at a time: it may take seconds, and memory without end. */
export function readYamlApart(text: string): Promise<ReadYaml> {
  const reading = last.then(() =>
    readIn(new Worker(CODE, { eval: true, resourceLimits: LIMITS, workerData: { reader: READER, text } })),
  )
  last = reading.catch(() => {})
  return reading
}

async function readIn(worker: Worker): Promise<ReadYaml> {
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', ({ read, failed }: { readonly read?: ReadYaml; readonly failed?: string }) =>
        read === undefined ? reject(new SyntaxError(failed)) : resolve(read),
      )
      worker.once('error', (error) =>
        reject(new SyntaxError(`yaml: cannot read so much: ${messageOf(error)}`)),
      )
      worker.once('exit', () => reject(new SyntaxError('yaml: cannot read so much')))
    })
  } finally {
    await worker.terminate()
  }
}
