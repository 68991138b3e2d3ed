import { type Path, pathOf } from '../apply/path-element.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'

/** Where a kind keeps how many it wants, how many there are, and which ones they are. */
export type Scaling =
  | {
      readonly of: 'custom'
      /** As the definition has them, such as `.spec.replicas`. */
      readonly specReplicasPath: string
      readonly statusReplicasPath: string
      /** Of a selector in the form of queries; '' for none. */
      readonly labelSelectorPath: string
    }
  | { readonly of: 'builtin'; readonly selector: 'labels' | 'label selector' }

const BUILTIN: Readonly<Record<string, Scaling>> = {
  'apps/Deployment': { of: 'builtin', selector: 'label selector' },
  'apps/ReplicaSet': { of: 'builtin', selector: 'label selector' },
  'apps/StatefulSet': { of: 'builtin', selector: 'label selector' },
  '/ReplicationController': { of: 'builtin', selector: 'labels' },
}

/** That of a built-in kind; undefined if it cannot be scaled. */
export function builtinScaling(group: string, kind: string): Scaling | undefined {
  const name = `${group}/${kind}`
  return Object.hasOwn(BUILTIN, name) ? BUILTIN[name] : undefined
}

/** That of a version of a custom kind, from its `subresources`; undefined if it cannot be scaled. */
export function customScaling({ scale }: JsonObject): Scaling | undefined {
  if (!isObject(scale)) return undefined
  return {
    of: 'custom',
    specReplicasPath: String(scale.specReplicasPath ?? ''),
    statusReplicasPath: String(scale.statusReplicasPath ?? ''),
    labelSelectorPath: String(scale.labelSelectorPath ?? ''),
  }
}

/** The names on the way to how many are wanted. */
export function wantedPath(scaling: Scaling): readonly string[] {
  return scaling.of === 'builtin' ? ['spec', 'replicas'] : namesOf(scaling.specReplicasPath)
}

/** The same, as owners of fields have it. */
export function ownedPath(scaling: Scaling): Path {
  return pathOf(...wantedPath(scaling))
}

/** `.spec.replicas` as its names. */
export function namesOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.')
}
