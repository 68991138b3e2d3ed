import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import type { Admission } from './admission.ts'
import { AdmissionChain } from './admission-chain.ts'
import { authorizerValues } from './authorizer-values.ts'
import { decodePatched } from './decode-patched.ts'
import { PolicyAdmission } from './policies/policy-admission.ts'
import { storedParams } from './policies/stored-params.ts'
import { RequestMatcher } from './request-matcher.ts'
import type { Configurations, StartAdmissionOptions } from './start-admission.ts'
import { convertAsStored } from './versioned-ask.ts'
import { WebhookAdmission } from './webhook-admission.ts'

/** Policies and webhooks that go by these configurations. */
export function makeAdmission(options: StartAdmissionOptions, followed: Configurations): Admission {
  const { store, registry, client, random } = options
  const namespaces = registry.get({ group: '', version: 'v1' }, 'namespaces')
  const namespaceOf = (name: string): Promise<ApiObject | undefined> => store.get(namespaces, '', name)
  const matcher = new RequestMatcher({
    namespaceOf,
    otherVersions: (resource) => otherVersions(registry, resource),
  })
  const shared = {
    matcher,
    convert: convertAsStored,
    ...(options.authorizer !== undefined && { authorizer: authorizerValues(options.authorizer) }),
    ...(options.audit !== undefined && { audit: options.audit }),
  }
  const { mutating, validating, policies, bindings } = followed
  const decode = decodePatched
  const webhooks = new WebhookAdmission({ ...shared, mutating, validating, client, random, decode })
  const params = (kind: Parameters<typeof storedParams>[1]) => storedParams({ store, registry }, kind)
  const ruling = new PolicyAdmission({ ...shared, policies, bindings, namespaceOf, params })
  return new AdmissionChain([ruling, webhooks])
}

/** The same objects under other names: they lie in the same place. */
function otherVersions(
  registry: ResourceRegistry,
  { group, version, stored }: Resource,
): readonly Resource[] {
  const versions = registry
    .groups()
    .flatMap((one) => one.versions.map((name) => ({ group: one.group, version: name })))
  return versions
    .filter((one) => one.group !== group || one.version !== version)
    .flatMap((one) => registry.in(one))
    .filter((one) => one.stored.group === stored.group && one.stored.resource === stored.resource)
}
