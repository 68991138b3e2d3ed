import type { JsonObject } from '../json/json-value.ts'
import type { Resource } from '../resources/resource.ts'
import { customPathItem, type Operated } from './custom-operations.ts'
import { listSchemaNameOf, SCALE_SCHEMA, schemaNameOf } from './schema-names.ts'

/** The paths of a custom resource and of its subresources, each with its operations. */
export function customPaths(resource: Resource): readonly (readonly [string, JsonObject])[] {
  const { group, version, resource: plural, namespaced } = resource
  const root = `/apis/${group}/${version}`
  const all = namespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`
  const [within, named] = namespaced ? [['namespace'], ['name', 'namespace']] : [[], ['name']]
  const own: Operated = {
    resource,
    subresource: '',
    everywhere: false,
    schema: schemaNameOf(resource),
    listSchema: listSchemaNameOf(resource),
  }
  const below = resource.subresources.map(({ name }) => {
    const schema = name === 'scale' ? SCALE_SCHEMA : own.schema
    const operated = { ...own, subresource: name, schema }
    return [`${all}/{name}/${name}`, customPathItem(operated, ['get', 'update', 'patch'], named)] as const
  })
  const everywhere = customPathItem({ ...own, everywhere: true }, ['list'], [])
  return [
    ...(namespaced ? [[`${root}/${plural}`, everywhere] as const] : []),
    [all, customPathItem(own, ['list', 'create', 'deletecollection'], within)],
    [`${all}/{name}`, customPathItem(own, ['get', 'update', 'delete', 'patch'], named)],
    ...below,
  ]
}
