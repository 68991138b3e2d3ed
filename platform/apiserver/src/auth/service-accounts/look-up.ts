import type { ApiObject } from '../../resources/api-object.ts'

/** What tokens speak of. */
export type LookedUp = 'serviceaccounts' | 'secrets' | 'pods' | 'nodes'

/** Finds an object as it is now; '' is the namespace of nodes. */
export type LookUp = (
  resource: LookedUp,
  namespace: string,
  name: string,
) => Promise<ApiObject | undefined> | ApiObject | undefined
