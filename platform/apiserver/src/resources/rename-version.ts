import type { ApiObject } from './api-object.ts'
import { apiVersionOf, type Convert } from './resource.ts'

/** For kinds whose versions differ in nothing but their name. */
export const renameVersion: Convert = (objects, to) =>
  objects.map((object): ApiObject => ({ ...object, apiVersion: apiVersionOf(to), kind: to.kind }))
