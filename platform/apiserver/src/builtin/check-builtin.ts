import { checkKind, refusedKind } from '../kinds/checks/check-kind.ts'
import type { KindCheck } from '../kinds/checks/kind-check.ts'
import type { KindName } from '../kinds/defaults/with-defaults.ts'
import { convertBuiltin, storedVersion } from '../kinds/versions/convert-builtin.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { invalid } from '../status/api-errors.ts'

export interface CheckBuiltinOptions {
  readonly name: KindName
  readonly namespaced: boolean
  /** '' for the object itself. */
  readonly subresource: string
}

const configurations = async (): Promise<KindCheck> =>
  (await import('../admission/configuration/configuration-rules.ts')).configurationRules

/** Rules that know expressions and schemas; loaded for the first object that needs them. */
const ELSEWHERE: Readonly<Record<string, () => Promise<KindCheck>>> = {
  CertificateSigningRequest: async () => (await import('./certificates/request-rules.ts')).requestRules,
  CustomResourceDefinition: async () => (await import('../crd/definition-rules.ts')).definitionRules,
  MutatingWebhookConfiguration: configurations,
  ValidatingWebhookConfiguration: configurations,
  ValidatingAdmissionPolicy: configurations,
  ValidatingAdmissionPolicyBinding: configurations,
  Pod: async () => (await import('./pods/ephemeral-containers.ts')).podRules,
}

/** Refuses an object of a built-in kind that its kind does not allow. It is looked at in the form it is stored in. */
export async function checkBuiltin(
  object: ApiObject,
  old: ApiObject | undefined,
  { name, namespaced, subresource }: CheckBuiltinOptions,
): Promise<void> {
  const to = storedVersion(name)
  const stored = (one: ApiObject): ApiObject => convertBuiltin(one, name, to) as ApiObject
  const own = await ELSEWHERE[name.kind]?.()
  const errors = checkKind(stored(object), old && stored(old), {
    kind: name,
    namespaced,
    ...(subresource !== '' && { subresource }),
    ...(own && { own }),
  })
  if (errors.length > 0) throw invalid({ ...refusedKind(name), name: object.metadata.name }, errors)
}
