import type { JsonObject } from '../../platform/apiserver/src/json/json-value.ts'
import { type BuiltinResource, builtinResources } from '../../platform/apiserver/src/kinds/kind-table.ts'

/** Where objects of this one's kind are created; those with a namespace in `default`. */
export function pathFor({ apiVersion, kind }: JsonObject): string {
  const groupVersion = `${apiVersion}`
  const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`
  const { resource, namespaced } = resourceOf(groupVersion, `${kind}`)
  return namespaced ? `${root}/namespaces/default/${resource}` : `${root}/${resource}`
}

function resourceOf(groupVersion: string, kind: string): BuiltinResource {
  const found = builtinResources(groupVersion).find((resource) => resource.kind === kind)
  if (found === undefined) throw new Error(`cannot probe ${groupVersion} ${kind}: it is not in the table`)
  return found
}
