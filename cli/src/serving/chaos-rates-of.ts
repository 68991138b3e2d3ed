import { CHAOS_DEFAULTS, type ChaosRates } from '@reeve/apiserver'
import { BadOptionError } from '../errors.ts'

/** Reads `fault=rate` pairs, such as `conflict=0.5` or `cutMs=2000`. */
export function chaosRatesOf(pairs: readonly string[]): Partial<ChaosRates> {
  return Object.fromEntries(pairs.map(rateOf))
}

function rateOf(pair: string): [string, number] {
  const [, name = '', value = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(pair) ?? []
  const names = Object.keys(CHAOS_DEFAULTS)
  const chance = !/(Ms|Events|Row)$/.test(name)
  if (!names.includes(name) || (chance && Number(value) > 1)) {
    throw new BadOptionError(`cannot use chaos rate "${pair}": expected name=number, rates from 0 to 1`, {
      hint: `names: ${names.join(', ')}`,
    })
  }
  return [name, Number(value)]
}
