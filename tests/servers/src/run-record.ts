import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SystemName } from './systems.ts'

/** Whether a system can be used on this machine: its version if so, else why not and how to get it. */
export type Availability =
  | { readonly available: true; readonly version: string; readonly reason?: undefined }
  | { readonly available: false; readonly reason: string; readonly version?: undefined }

/** That a test file asked for a system. */
export interface Use {
  readonly system: SystemName
  readonly file: string
}

/** What one run of `npm test` knows about systems, in files because every test file is a process of its own. */
export class RunRecord {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
    mkdirSync(directory, { recursive: true })
  }

  availability(system: SystemName): Availability | undefined {
    const file = this.#systemFile(system)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Availability) : undefined
  }

  setAvailability(system: SystemName, found: Availability): void {
    const file = this.#systemFile(system)
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(found))
    renameSync(`${file}.${process.pid}`, file)
  }

  addUse(use: Use): void {
    appendFileSync(join(this.#directory, `uses-${process.pid}.jsonl`), `${JSON.stringify(use)}\n`)
  }

  uses(): Use[] {
    const files = readdirSync(this.#directory).filter((name) => name.startsWith('uses-'))
    const lines = files.flatMap((name) =>
      readFileSync(join(this.#directory, name), 'utf8').trim().split('\n'),
    )
    return lines.map((line) => JSON.parse(line) as Use)
  }

  #systemFile(system: SystemName): string {
    return join(this.#directory, `system-${system}.json`)
  }
}
