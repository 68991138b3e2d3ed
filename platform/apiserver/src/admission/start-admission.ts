import type { Clock, Logger, Random } from '@reeve/ground'
import type { Authorizer } from '../auth/authorizer.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { FollowedObjects } from '../storage/followed-objects.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { ADMIT_ALL, type Admission, type Admitting } from './admission.ts'
import type { WebhookClient } from './webhook-client.ts'

export interface StartAdmissionOptions {
  readonly store: ObjectStore
  readonly registry: ResourceRegistry
  readonly client: WebhookClient
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** What `authorizer` is in expressions; without it, those that name it fail. */
  readonly authorizer?: Authorizer
  /** Hears what is to be noted beside a request. */
  readonly audit?: (ask: Admitting, key: string, value: string) => void
}

/** What is stored of webhooks and policies, as it is now. */
export interface Configurations {
  readonly mutating: FollowedObjects
  readonly validating: FollowedObjects
  readonly policies: FollowedObjects
  readonly bindings: FollowedObjects
}

/** Webhooks and policies as they are stored, in force. */
export interface RunningAdmission {
  readonly admission: Admission
  stop(): Promise<void>
}

const GROUP = { group: 'admissionregistration.k8s.io', version: 'v1' }

/** Follows the configurations of webhooks and policies; resolves when all that are stored are in force. */
export async function startAdmission(options: StartAdmissionOptions): Promise<RunningAdmission> {
  const follow = (plural: string): FollowedObjects =>
    new FollowedObjects({ ...options, resource: options.registry.get(GROUP, plural) })
  const followed: Configurations = {
    mutating: follow('mutatingwebhookconfigurations'),
    validating: follow('validatingwebhookconfigurations'),
    policies: follow('validatingadmissionpolicies'),
    bindings: follow('validatingadmissionpolicybindings'),
  }
  const all = Object.values(followed) as readonly FollowedObjects[]
  await Promise.all(all.map((one) => one.start()))
  let made: Promise<Admission> | undefined
  // Most servers never have a configuration, and what goes by them takes a while to load.
  const admission = (): Promise<Admission> | Admission => {
    if (all.every(({ size }) => size === 0)) return ADMIT_ALL
    made ??= import('./make-admission.ts').then(({ makeAdmission }) => makeAdmission(options, followed))
    return made
  }
  return {
    admission: {
      mutate: async (ask) => (await admission()).mutate(ask),
      validate: async (ask) => (await admission()).validate(ask),
    },
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  }
}
