import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkBinding } from './check-binding.ts'
import { checkPolicy } from './check-policy.ts'
import { checkWebhooks } from './check-webhooks.ts'

/** What is wrong with what admission is set up with, beyond its metadata; nothing for any other kind. */
export function checkAdmissionConfiguration(
  object: ApiObject,
  old: ApiObject | undefined,
): readonly FieldError[] {
  switch (object.kind) {
    case 'MutatingWebhookConfiguration':
    case 'ValidatingWebhookConfiguration':
      return checkWebhooks(object, old)
    case 'ValidatingAdmissionPolicy':
      return checkPolicy(object, old)
    case 'ValidatingAdmissionPolicyBinding':
      return checkBinding(object)
    default:
      return []
  }
}
