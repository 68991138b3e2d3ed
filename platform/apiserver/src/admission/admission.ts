import type { User } from '../auth/user.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'

/** What is about to be done, as those who admit it see it. */
export interface Admitting {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly resource: Resource
  readonly subresource: string
  readonly namespace: string
  /** '' where the name is still to be generated. */
  readonly name: string
  /** As it would be stored; undefined for a deletion. */
  readonly object: ApiObject | undefined
  /** As it is stored; undefined for a creation. */
  readonly oldObject: ApiObject | undefined
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions of meta.k8s.io/v1. */
  readonly options: JsonObject
  readonly dryRun: boolean
  readonly user: User
  /** Fires when whoever asked has gone. */
  readonly signal: AbortSignal
}

export interface Admitted<Object> {
  readonly object: Object
  /** For whoever asked. */
  readonly warnings: readonly string[]
}

/** Has a say in every write. Refusals are thrown as ApiError. */
export interface Admission {
  /** Before the object is checked: may change it. */
  mutate(ask: Admitting): Promise<Admitted<ApiObject | undefined>>
  /** After everything else, just before it is stored: may only refuse. */
  validate(ask: Admitting): Promise<Admitted<undefined>>
}

/** Admits everything as it is. */
export const ADMIT_ALL: Admission = {
  mutate: async ({ object }) => ({ object, warnings: [] }),
  validate: async () => ({ object: undefined, warnings: [] }),
}
