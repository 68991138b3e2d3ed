import type { KindName } from '../defaults/with-defaults.ts'
import { checkAddress } from './check-address.ts'
import type { MetadataRules, NameRule } from './check-metadata.ts'
import { type KindCheck, kindCheck, type UpdateOrder } from './kind-check.ts'

interface Odd {
  readonly order?: UpdateOrder
  readonly nameRule?: NameRule
}

const ONCE = { order: 'metadata-spec' } as const
const addressName = (name: string): readonly string[] => checkAddress(name, '').map(({ detail }) => detail)

/** Kinds whose metadata is not checked as that of most. */
const ODD: Readonly<Record<string, Odd>> = {
  'flowcontrol.apiserver.k8s.io/FlowSchema': ONCE,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': ONCE,
  'networking.k8s.io/IPAddress': { nameRule: addressName },
  'networking.k8s.io/ServiceCIDR': ONCE,
  'resource.k8s.io/ResourceSlice': ONCE,
  'storage.k8s.io/CSIDriver': ONCE,
  'storage.k8s.io/VolumeAttributesClass': { order: 'whole-whole-metadata' },
}

/** The check of a kind without rules of its own: its metadata, as often as the real server looks at it. */
export function plainCheck({ group, kind }: KindName, namespaced: boolean): KindCheck {
  const { order = 'whole-metadata', nameRule = 'subdomain' } = ODD[`${group}/${kind}`] ?? {}
  const rules: MetadataRules = { namespaced, nameRule }
  return kindCheck({ rules, order, spec: () => [] })
}
