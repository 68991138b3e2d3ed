import type { Clock, Random } from '@reeve/ground'
import type { Admission } from '../admission/admission.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** What every request needs. */
export interface Services {
  readonly store: ObjectStore
  readonly registry: ResourceRegistry
  readonly clock: Clock
  readonly random: Random
  readonly admission: Admission
}
