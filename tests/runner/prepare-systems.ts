import { type Availability, prepareSystem, SYSTEMS, type SystemName } from '@reeve/test-servers'

/** Builds or looks for every system, saying what it does, so that no suite waits for that later. */
export async function prepareSystems(say: (line: string) => void): Promise<Map<SystemName, Availability>> {
  const found = new Map<SystemName, Availability>()
  for (const name of Object.keys(SYSTEMS) as SystemName[]) {
    say(`preparing ${name}`)
    const since = performance.now()
    const system = await prepareSystem(name)
    found.set(name, system)
    const seconds = ((performance.now() - since) / 1_000).toFixed(1)
    say(
      `preparing ${name}: ${system.available ? system.version : `missing: ${system.reason}`} (${seconds} s)`,
    )
  }
  return found
}
