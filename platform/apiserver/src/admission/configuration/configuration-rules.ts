import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { checkAdmissionConfiguration } from './check-admission-configuration.ts'

/** What configurations of webhooks and policies are held to. */
export const configurationRules: KindCheck = {
  namespaced: false,
  create: (object) => checkAdmissionConfiguration(object, undefined),
  update: checkAdmissionConfiguration,
}
