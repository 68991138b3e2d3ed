import type { Resource } from '../resources/resource.ts'

export const SCALE_SCHEMA = 'io.k8s.api.autoscaling.v1.Scale'

/** `io.example.v1.Device`: what the schema of a custom kind is called. */
export function schemaNameOf({ group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>): string {
  return [...group.split('.').reverse(), version, kind].join('.')
}

/** `io.example.v1.DeviceList`. */
export function listSchemaNameOf({ listKind, ...resource }: Resource): string {
  return schemaNameOf({ ...resource, kind: listKind })
}
