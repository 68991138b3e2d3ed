import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, invalids, notNegative, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { numberIn, objectIn, textIn } from './members.ts'

const STRATEGY = 'OldestEmulationVersion'

/** The numbers of a lease, and how its holder is chosen. */
export const checkLease: KindCheck = kindCheck({
  rules: { namespaced: true, nameRule: 'subdomain', standardFinalizers: false },
  order: 'metadata-spec',
  spec,
})

function spec(lease: ApiObject): readonly FieldError[] {
  const given = objectIn(lease, 'spec')
  const seconds = numberIn(given, 'leaseDurationSeconds')
  const preferred = textIn(given, 'preferredHolder')
  const strategy = given.strategy
  return [
    ...(seconds !== undefined && seconds <= 0
      ? [invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
      : []),
    ...notNegative('spec.leaseTransitions', given.leaseTransitions),
    ...(typeof strategy === 'string' ? strategyErrors(strategy) : []),
    ...(preferred !== '' && (strategy ?? '') === ''
      ? [forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')]
      : []),
  ]
}

function strategyErrors(strategy: string): readonly FieldError[] {
  const field = 'spec.strategy.strategy' // upstream names it twice
  if (strategy.includes('/')) return invalids(field, strategy, labelKeyErrors(strategy))
  return strategy === STRATEGY ? [] : [unsupported(field, strategy, [STRATEGY])]
}
