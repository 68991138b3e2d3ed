import type { Strategy } from '../resources/resource.ts'
import { invalid } from '../status/api-errors.ts'

/** What is refused in configurations of webhooks and policies. */
export const configurationStrategy: Strategy = {
  // Their expressions are compiled: what does that is loaded for the first that comes.
  check: async (object, old) => {
    const { checkAdmissionConfiguration } = await import(
      '../admission/configuration/check-admission-configuration.ts'
    )
    const errors = checkAdmissionConfiguration(object, old)
    const subject = { group: 'admissionregistration.k8s.io', kind: object.kind, name: object.metadata.name }
    if (errors.length > 0) throw invalid(subject, errors)
  },
}
