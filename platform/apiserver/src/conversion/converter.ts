import type { ApiObject } from '../resources/api-object.ts'

/** Turns custom objects of one definition into another of its versions. */
export interface Converter {
  /** The same objects in the same order; those that are in the version already are left alone. */
  convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]>
}

/** Changes nothing but the version: what definitions do that say `None`. */
export const plainConverter: Converter = {
  convert: async (objects, apiVersion) =>
    objects.map((object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion })),
}
