/** Which events a server tells, and under which names. */
export interface EventSettings {
  readonly enabled: boolean
  readonly lifecycle: boolean
  readonly conditions: boolean
  readonly prefix: string
  readonly conditionPrefix: string
  readonly source: string
}

const DEFAULTS: EventSettings = {
  enabled: false,
  lifecycle: true,
  conditions: true,
  prefix: 'io.fabrica',
  conditionPrefix: 'io.fabrica.condition',
  source: 'fabrica-api',
}

/** Reads the `FABRICA_…` variables from what an executable was started with. */
export function readEventSettings(environment: Readonly<Record<string, string | undefined>>): EventSettings {
  const flag = (name: string, otherwise: boolean): boolean => {
    const text = environment[`FABRICA_${name}`]?.trim().toLowerCase()
    return text === undefined || text === '' ? otherwise : ['1', 'true', 'yes', 'on'].includes(text)
  }
  const text = (name: string, otherwise: string): string => environment[`FABRICA_${name}`] || otherwise
  return {
    enabled: flag('EVENTS_ENABLED', DEFAULTS.enabled),
    lifecycle: flag('LIFECYCLE_EVENTS_ENABLED', DEFAULTS.lifecycle),
    conditions: flag('CONDITION_EVENTS_ENABLED', DEFAULTS.conditions),
    prefix: text('EVENT_PREFIX', DEFAULTS.prefix),
    conditionPrefix: text('CONDITION_EVENT_PREFIX', DEFAULTS.conditionPrefix),
    source: text('EVENT_SOURCE', DEFAULTS.source),
  }
}
