import { reviewKindOf } from '../auth/reviews/answer-review.ts'
import { crdStrategy } from '../crd/crd-strategy.ts'
import { prepareCreate } from '../kinds/create/prepare-create.ts'
import { emptyOf, type KindName, withDefaults } from '../kinds/defaults/with-defaults.ts'
import { type BuiltinResource, builtinGroups, builtinResources, schemaFor } from '../kinds/kind-table.ts'
import { firstGeneration, nextGeneration } from '../kinds/rules/generation.ts'
import { selectableFields, selectableValue } from '../kinds/rules/selectable-fields.ts'
import { updateRules } from '../kinds/rules/update-rules.ts'
import { prepareUpdate } from '../kinds/update/prepare-update.ts'
import { keptByStatus, settleStatus } from '../kinds/update/settle-status.ts'
import { convertBuiltin, storedVersion } from '../kinds/versions/convert-builtin.ts'
import type { ApiObject } from '../resources/api-object.ts'
import {
  apiVersionOf,
  type Convert,
  type Resource,
  type Strategy,
  type Subresource,
  type Verb,
} from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { builtinScaling, ownedPath } from '../scale/scaling.ts'
import { requestStrategy } from './certificates/settle-request.ts'
import { namespaceStrategy } from './namespace-strategy.ts'
import { podStrategy } from './pods/pod-strategy.ts'
import { serviceStrategy } from './service-strategy.ts'

/** Subresources that are served; the others of a stock server are not there. */
const SUBRESOURCES = new Set([
  'status',
  'finalize',
  'scale',
  'token',
  'binding',
  'eviction',
  'ephemeralcontainers',
  'approval',
])
/** Answered by a stock server from something else than what is stored. */
const NOT_SERVED = new Set(['apiregistration.k8s.io'])

const DEPRECATIONS: Readonly<Record<string, string>> = {
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
}

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  namespaces: namespaceStrategy,
  customresourcedefinitions: crdStrategy,
  nodes: { bornWithStatus: true },
  pods: podStrategy,
  services: serviceStrategy,
  certificatesigningrequests: requestStrategy,
}

/** Registers every kind of a stock server that is stored here. */
export function addBuiltinKinds(registry: ResourceRegistry): void {
  for (const { name, versions } of builtinGroups()) {
    if (NOT_SERVED.has(name)) continue
    for (const version of versions) {
      const groupVersion = name === '' ? version : `${name}/${version}`
      for (const found of builtinResources(groupVersion)) {
        const stored = found.verbs.includes('list') || reviewKindOf(found.group, found.resource) !== undefined
        if (found.verbs.includes('create') && stored) registry.addBuiltin(resourceOf(found))
      }
    }
  }
}

function resourceOf(found: BuiltinResource): Resource {
  const { group, version, kind, resource } = found
  const name = { group, version, kind }
  const { unconditional, creates } = updateRules(name)
  return {
    group,
    version,
    resource,
    singular: found.singular,
    kind,
    listKind: `${kind}List`,
    namespaced: found.namespaced,
    verbs: found.verbs as readonly Verb[],
    shortNames: found.shortNames,
    categories: found.categories,
    subresources: found.subresources
      .filter((sub) => SUBRESOURCES.has(sub.name))
      .map((sub) => subresourceOf(sub, group)),
    columns: [],
    ...(DEPRECATIONS[resource] !== undefined && { deprecation: DEPRECATIONS[resource] }),
    custom: false,
    firstGeneration: firstGeneration(name),
    nextGeneration: (before, after) => nextGeneration(before, after, name),
    unconditional,
    createdByUpdate: creates,
    stored: { ...storedVersion(name), resource, convert: convertKinds },
    schema: () => schemaFor(group, version, kind),
    empty: () => emptyOf(name),
    fields: fieldsOf(name),
    ...scaleOf(name),
    strategy: strategyOf(name, STRATEGIES[resource] ?? {}, found.namespaced),
  }
}

const convertKinds: Convert = (objects, to) =>
  objects.map((object) => {
    const [version = '', group = ''] = object.apiVersion.split('/').reverse()
    return convertBuiltin(object, { group, version, kind: object.kind }, to) as ApiObject
  })

/** What every built-in kind has from the table, and after it what this one has besides. */
function strategyOf(name: KindName, own: Strategy, namespaced: boolean): Strategy {
  return {
    ...own,
    complete: (object) => withDefaults(object, name) as ApiObject,
    prepareCreate: (object, facts) => {
      const prepared = prepareCreate(object, name, facts) as ApiObject
      return own.prepareCreate?.(prepared, facts) ?? prepared
    },
    prepareUpdate: (object, old) => {
      const prepared = prepareUpdate(old, object, name) as ApiObject
      return own.prepareUpdate?.(prepared, old) ?? prepared
    },
    prepareSubresource: (object, old, subresource) =>
      own.prepareSubresource?.(object, old, subresource) ?? settleStatus(object, old, name),
    keptBy: () => keptByStatus(name),
    check: async (object, old, subresource) => {
      const { checkBuiltin } = await import('./check-builtin.ts')
      await checkBuiltin(object, old, { name, namespaced, subresource })
    },
  }
}

function scaleOf(name: KindName): Pick<Resource, 'scale'> {
  const scaling = builtinScaling(name.group, name.kind)
  if (scaling === undefined) return {}
  return { scale: { scaling, paths: new Map([[apiVersionOf(name), ownedPath(scaling)]]) } }
}

/** Kinds with no more than name and namespace have no table, and other words for a field that they do not know. */
function fieldsOf(name: KindName): Resource['fields'] {
  const fields = selectableFields(name).filter((field) => !field.startsWith('metadata.name'))
  if (fields.length === 0) return undefined
  return Object.fromEntries(fields.map((field) => [field, (object) => selectableValue(object, field, name)]))
}

/** Whose kind is of another group says so. */
function subresourceOf(found: BuiltinResource['subresources'][number], group: string): Subresource {
  const { name, kind, verbs, version } = found
  const other = found.group === group ? {} : { group: found.group, version }
  return { name, kind, verbs: verbs as readonly Verb[], ...other }
}
