import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import type { Strategy } from '../resources/resource.ts'
import { completeDefinition, definitionStatus } from './checks/complete-definition.ts'
import { listAt, objectAt } from './definition-parts.ts'

/** Holds a definition until everything of its kind is gone. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'

/** What a server fills in in a CustomResourceDefinition. */
export const crdStrategy: Strategy = {
  prepareCreate: (definition) => {
    const complete = completeDefinition(definition)
    return { ...complete, status: definitionStatus(complete, undefined) } as ApiObject
  },
  prepareUpdate: (definition, old) => {
    const complete = completeDefinition(definition)
    return { ...complete, status: definitionStatus(complete, old) } as ApiObject
  },
  holdBy: [CLEANUP],
  // Neither a time to go in nor another generation, as the real server has it.
  prepareDelete: (definition) => {
    const generation = (definition.metadata.generation ?? 1) - 1
    const going = withMeta(definition, { deletionGracePeriodSeconds: undefined, generation })
    return { ...going, status: terminating(definition) } as ApiObject
  },
}

function terminating(definition: ApiObject): JsonObject {
  const status = objectAt(definition, 'status')
  const condition = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: definition.metadata.deletionTimestamp ?? null,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  return { ...status, conditions: [...listAt(status, 'conditions'), condition] }
}
