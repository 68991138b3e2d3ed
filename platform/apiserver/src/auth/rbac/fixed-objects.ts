import type { ApiObject } from '../../resources/api-object.ts'
import type { LiveObjects, RbacObjects } from './rule-resolver.ts'

/** Objects of one kind for tests: they change when they are told to. */
export class FixedObjects implements LiveObjects {
  readonly #objects = new Map<string, ApiObject>()
  edition = 1

  constructor(objects: readonly ApiObject[]) {
    for (const object of objects) this.put(object)
  }

  put(object: ApiObject): void {
    this.#objects.set(`${object.metadata.namespace ?? ''}/${object.metadata.name}`, object)
    this.edition += 1
  }

  remove(namespace: string, name: string): void {
    this.#objects.delete(`${namespace}/${name}`)
    this.edition += 1
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(`${namespace}/${name}`)
  }

  all(): Iterable<ApiObject> {
    return this.#objects.values()
  }
}

/** Roles and bindings for tests, each where its kind belongs. */
export function fixedRbac(
  objects: readonly ApiObject[],
): RbacObjects & Record<keyof RbacObjects, FixedObjects> {
  const of = (kind: string) => new FixedObjects(objects.filter((object) => object.kind === kind))
  return {
    roles: of('Role'),
    roleBindings: of('RoleBinding'),
    clusterRoles: of('ClusterRole'),
    clusterRoleBindings: of('ClusterRoleBinding'),
  }
}
