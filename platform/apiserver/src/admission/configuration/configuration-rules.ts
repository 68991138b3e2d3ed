import { checkMetadata } from '../../kinds/checks/check-metadata.ts'
import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { checkAdmissionConfiguration } from './check-admission-configuration.ts'

const RULES = { namespaced: false, nameRule: 'subdomain' } as const

/** What configurations of webhooks and policies are held to. */
export const configurationRules: KindCheck = {
  namespaced: false,
  create: (object) => [
    ...checkMetadata(object.metadata, RULES),
    ...checkAdmissionConfiguration(object, undefined),
  ],
  update: checkAdmissionConfiguration,
}
