import type { Schema } from '../schema/schema.ts'

const STRING: Schema = { type: 'string' }
const TIME: Schema = { type: 'string', format: 'date-time' }
const NUMBER: Schema = { type: 'integer', format: 'int64' }

/** What apply has to know of `metadata`, the same for every kind. */
export const OBJECT_META: Schema = {
  type: 'object',
  properties: {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    selfLink: STRING,
    uid: STRING,
    resourceVersion: STRING,
    generation: NUMBER,
    creationTimestamp: TIME,
    deletionTimestamp: TIME,
    deletionGracePeriodSeconds: NUMBER,
    labels: { type: 'object', additionalProperties: STRING },
    annotations: { type: 'object', additionalProperties: STRING },
    finalizers: { type: 'array', items: STRING, listType: 'set' },
    ownerReferences: {
      type: 'array',
      listType: 'map',
      listMapKeys: ['uid'],
      items: {
        type: 'object',
        mapType: 'atomic',
        properties: {
          apiVersion: STRING,
          kind: STRING,
          name: STRING,
          uid: STRING,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    managedFields: { type: 'array', items: { type: 'object', preserveUnknownFields: true } },
  },
}
