import { isObject, type JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import { compiledOf } from '../schema/compiled-of.ts'
import type { Schema } from '../schema/schema.ts'
import { schemaOf } from '../schema/schema-of.ts'
import { listAt, objectAt } from './definition-parts.ts'

/** The schemas of all versions of a definition, each read when it is first needed. */
export class VersionSchemas {
  readonly #written: ReadonlyMap<string, JsonObject>
  readonly #read = new Map<string, Schema>()

  constructor(spec: JsonObject) {
    const group = String(spec.group)
    const versions = listAt(spec, 'versions').filter(isObject)
    this.#written = new Map(
      versions.map((version) => [
        apiVersionOf({ group, version: String(version.name) }),
        objectAt(objectAt(version, 'schema'), 'openAPIV3Schema'),
      ]),
    )
  }

  /** Undefined if there is no such version. */
  of(apiVersion: string): Schema | undefined {
    const written = this.#written.get(apiVersion)
    const known = this.#read.get(apiVersion) ?? (written && schemaOf(written))
    if (known !== undefined) this.#read.set(apiVersion, known)
    return known
  }

  all(): ReadonlyMap<string, Schema> {
    return new Map([...this.#written.keys()].map((apiVersion) => [apiVersion, this.of(apiVersion) ?? {}]))
  }

  /** An object without what its own version does not know. */
  prune(object: ApiObject): ApiObject {
    const schema = this.of(object.apiVersion)
    return schema === undefined ? object : (compiledOf(schema).prune(object).value as ApiObject)
  }

  /** An object with the defaults of its own version. */
  fill(object: ApiObject): ApiObject {
    const schema = this.of(object.apiVersion)
    return schema === undefined ? object : (compiledOf(schema).applyDefaults(object) as ApiObject)
  }
}
