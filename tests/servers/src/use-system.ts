import { messageOf } from '@reeve/ground'
import { type Environment, readEnvironment } from './environment.ts'
import { ToolMissing } from './errors.ts'
import { type Availability, RunRecord } from './run-record.ts'
import { SYSTEMS, type SystemName } from './systems.ts'

/** A system as a suite sees it: whether it is there, and how to start one. */
export type System<Name extends SystemName> = Availability & {
  readonly name: Name
  /** Only to be called where the system is available. */
  readonly start: (typeof SYSTEMS)[Name]['start']
}

/**
 * Asks for a real system at the top of a test file; `describe.skipIf(!system.available)` does the rest.
 * A system that is missing fails the file under `CI=true`. Elsewhere it is skipped, and the table of `npm test` says why.
 */
export async function useSystem<Name extends SystemName>(name: Name): Promise<System<Name>> {
  const environment = readEnvironment()
  await recordUse(name, environment)
  const found = await prepareSystem(name, environment)
  if (!found.available && environment.ci) throw new ToolMissing(`cannot use ${name}: ${found.reason}`)
  return { ...found, name, start: SYSTEMS[name].start }
}

/** Makes a system ready for use, once per run, and says whether that worked. */
export async function prepareSystem(
  name: SystemName,
  environment: Environment = readEnvironment(),
): Promise<Availability> {
  const record = environment.runDir === undefined ? undefined : new RunRecord(environment.runDir)
  const known = record?.availability(name)
  if (known !== undefined) return known
  const found = await look(name)
  record?.setAvailability(name, found)
  return found
}

async function look(name: SystemName): Promise<Availability> {
  try {
    return { available: true, version: await SYSTEMS[name].prepare() }
  } catch (cause) {
    return { available: false, reason: messageOf(cause) }
  }
}

async function recordUse(system: SystemName, environment: Environment): Promise<void> {
  if (environment.runDir === undefined || environment.env.VITEST === undefined) return
  // Loaded here only: benchmarks use this package too, and Vitest refuses to be imported outside of a test.
  const { expect } = await import('vitest')
  const file = expect.getState().testPath
  if (file !== undefined) new RunRecord(environment.runDir).addUse({ system, file })
}
