import type { StructuralSchema } from './structural-schema.ts'

/** The conditions of a status, as Kubernetes describes them; merged by type, so that several controllers can add theirs. */
export const CONDITIONS: StructuralSchema = {
  type: 'array',
  description: 'What can be said about the object.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
    properties: {
      type: {
        type: 'string',
        maxLength: 316,
        pattern:
          '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
      reason: {
        type: 'string',
        minLength: 1,
        maxLength: 1_024,
        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      },
      message: { type: 'string', maxLength: 32_768 },
    },
  },
}

/** Which generation of the spec the status is about. */
export const OBSERVED_GENERATION: StructuralSchema = { type: 'integer', format: 'int64', minimum: 0 }
