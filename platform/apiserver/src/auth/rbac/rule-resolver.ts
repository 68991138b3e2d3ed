import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { serviceAccountUser } from '../service-accounts/service-account-user.ts'
import type { User } from '../user.ts'
import { type PolicyRule, rulesOf } from './policy-rule.ts'

/** All objects of one kind as they are now; FollowedObjects is one. */
export interface LiveObjects {
  /** Another number after every change. */
  readonly edition: number
  get(namespace: string, name: string): ApiObject | undefined
  all(): Iterable<ApiObject>
}

/** The four kinds that say who may do what. */
export interface RbacObjects {
  readonly roles: LiveObjects
  readonly roleBindings: LiveObjects
  readonly clusterRoles: LiveObjects
  readonly clusterRoleBindings: LiveObjects
}

/** What one binding gives to one user: the rules of its role, or none where that is not there. */
export type Grant =
  | { readonly rules: readonly PolicyRule[]; readonly source: string }
  | { readonly rules: undefined; readonly lacking: RoleRef }

export interface RulesFound {
  readonly rules: readonly PolicyRule[]
  readonly lacking: readonly RoleRef[]
}

/** Which role a binding is to. */
export interface RoleRef {
  readonly kind: string
  readonly name: string
}

interface Binding {
  /** Bindings of the cluster come before those of a namespace, each by name. */
  readonly order: number
  readonly of: string
  readonly namespace: string
  readonly role: RoleRef
}

interface BoundSubject {
  readonly binding: Binding
  /** Which of the binding's subjects; the first that fits is named. */
  readonly at: number
  readonly subject: string
}

type Index = ReadonlyMap<string, readonly BoundSubject[]>

/** So many users are remembered with what they may do. */
const REMEMBERED = 1_000

/** Finds the rules that go for a user. Remembers them until a role or a binding changes. */
export class RuleResolver {
  readonly #objects: RbacObjects
  #edition = ''
  #subjects: ReadonlyMap<string, Index> = new Map()
  readonly #grants = new Map<string, readonly Grant[]>()

  constructor(objects: RbacObjects) {
    this.#objects = objects
  }

  /** What every binding gives to a user in a namespace, those of the cluster first; '' for those alone. */
  grantsFor({ name, groups }: User, namespace: string): readonly Grant[] {
    this.#refresh()
    const key = JSON.stringify([namespace, name, groups])
    const known = this.#grants.get(key)
    if (known !== undefined) return known
    const subjects = [`User/${name}`, ...groups.map((group) => `Group/${group}`)]
    const places = namespace === '' ? [''] : ['', namespace]
    const grants = places.flatMap((place) => this.#grantsIn(place, subjects))
    if (this.#grants.size >= REMEMBERED) this.#grants.clear()
    this.#grants.set(key, grants)
    return grants
  }

  /** All rules that go for a user in a namespace, and the roles that are not there. */
  rulesFor(user: User, namespace: string): RulesFound {
    const grants = this.grantsFor(user, namespace)
    const rules = grants.flatMap((grant) => grant.rules ?? [])
    return { rules, lacking: grants.flatMap((grant) => (grant.rules === undefined ? [grant.lacking] : [])) }
  }

  /** The rules of the role that a binding in a namespace is to; undefined if it is not there. */
  rulesOfRole({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const { roles, clusterRoles } = this.#objects
    const place = kind === 'Role' ? roles : kind === 'ClusterRole' ? clusterRoles : undefined
    const role = place?.get(kind === 'Role' ? namespace : '', name)
    return role && rulesOf(role)
  }

  #grantsIn(place: string, subjects: readonly string[]): readonly Grant[] {
    const index = this.#subjects.get(place)
    if (index === undefined) return []
    const found = new Map<number, BoundSubject>()
    for (const bound of subjects.flatMap((subject) => index.get(subject) ?? [])) {
      const { order } = bound.binding
      if (bound.at < (found.get(order)?.at ?? Number.POSITIVE_INFINITY)) found.set(order, bound)
    }
    return [...found.values()].sort((a, b) => a.binding.order - b.binding.order).map((b) => this.#grant(b))
  }

  #grant({ binding, subject }: BoundSubject): Grant {
    const { role, of, namespace } = binding
    const rules = this.rulesOfRole(role, namespace)
    if (rules === undefined) return { rules, lacking: role }
    return { rules, source: `${of} of ${role.kind} ${quote(role.name)} to ${subject}` }
  }

  #refresh(): void {
    const { roles, roleBindings, clusterRoles, clusterRoleBindings } = this.#objects
    const edition = `${roles.edition} ${roleBindings.edition} ${clusterRoles.edition} ${clusterRoleBindings.edition}`
    if (edition === this.#edition) return
    this.#edition = edition
    this.#grants.clear()
    this.#subjects = indexed([...sorted(clusterRoleBindings), ...sorted(roleBindings)])
  }
}

function sorted(objects: LiveObjects): readonly ApiObject[] {
  return [...objects.all()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
}

/** Who is bound, by namespace and subject. */
function indexed(bindings: readonly ApiObject[]): ReadonlyMap<string, Index> {
  const places = new Map<string, Map<string, BoundSubject[]>>()
  bindings.forEach((object, order) => {
    const { name, namespace = '' } = object.metadata
    const of =
      namespace === '' ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`
    const binding = { order, of, namespace, role: roleRefOf(object) }
    const index = places.get(namespace) ?? new Map<string, BoundSubject[]>()
    places.set(namespace, index)
    const subjects = isList(object.subjects) ? object.subjects.filter(isObject) : []
    subjects.forEach((subject, at) => {
      const key = keyOf(subject, namespace)
      if (key === undefined) return
      const bound = index.get(key) ?? []
      index.set(key, bound)
      bound.push({ binding, at, subject: described(subject, namespace) })
    })
  })
  return places
}

/** The role that a binding is to. */
export function roleRefOf({ roleRef }: JsonObject): RoleRef {
  const ref: JsonObject = isObject(roleRef) ? roleRef : {}
  return { kind: textOf(ref.kind), name: textOf(ref.name) }
}

function keyOf(subject: JsonObject, namespace: string): string | undefined {
  const name = textOf(subject.name)
  switch (subject.kind) {
    case 'User':
    case 'Group':
      return `${subject.kind}/${name}`
    case 'ServiceAccount': {
      const place = textOf(subject.namespace) || namespace
      return place === '' ? undefined : `User/${serviceAccountUser(place, name)}`
    }
    default:
      return undefined
  }
}

function described(subject: JsonObject, namespace: string): string {
  const name = textOf(subject.name)
  const account = subject.kind === 'ServiceAccount'
  return `${textOf(subject.kind)} ${quote(account ? `${name}/${textOf(subject.namespace) || namespace}` : name)}`
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** `clusterrole.rbac.authorization.k8s.io "x" not found`, or under another name for what was looked for. */
export function notThere({ kind, name }: RoleRef, called = kind.toLowerCase()): string {
  return `${called}.rbac.authorization.k8s.io ${quote(name)} not found`
}
