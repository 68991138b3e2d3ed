import type { Clock, Random } from '@reeve/ground'
import type { Admission } from '../admission/admission.ts'
import type { BearerAuthenticator } from '../auth/authentication/bearer-authenticator.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Security } from './security.ts'

/** What every request needs. */
export interface Services {
  readonly store: ObjectStore
  readonly registry: ResourceRegistry
  readonly clock: Clock
  readonly random: Random
  readonly admission: Admission
  /** Fires when the control plane closes: watches end then. */
  readonly closing: AbortSignal
  readonly security: Security
  /** Everyone who may be known by a token, for reviews. */
  readonly tokens: BearerAuthenticator
}
