import { aggregated } from '../aggregated-errors.ts'
import type { Attributes } from '../attributes.ts'
import type { Authorizer, Decision } from '../authorizer.ts'
import { MASTERS } from '../user.ts'
import { ruleAllows } from './policy-rule.ts'
import { notThere, type RuleResolver } from './rule-resolver.ts'

const EVERYTHING: Decision = { allowed: true, reason: '' }

/** Allows what roles allow, and everything to `system:masters`. */
export class RbacAuthorizer implements Authorizer {
  readonly #resolver: RuleResolver

  constructor(resolver: RuleResolver) {
    this.#resolver = resolver
  }

  authorize(attributes: Attributes): Decision {
    const { user } = attributes
    if (user.groups.includes(MASTERS)) return EVERYTHING
    const errors: string[] = []
    const namespace = attributes.type === 'resource' ? attributes.namespace : ''
    for (const grant of this.#resolver.grantsFor(user, namespace)) {
      if (grant.rules === undefined) errors.push(notThere(grant.lacking))
      else if (grant.rules.some((rule) => ruleAllows(rule, attributes))) {
        return { allowed: true, reason: `RBAC: allowed by ${grant.source}` }
      }
    }
    return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${aggregated(errors)}` }
  }
}
