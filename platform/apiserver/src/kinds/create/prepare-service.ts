import { type Draft, madePart, setDefaults } from '../defaults/draft.ts'

/** The address families of a single-stack IPv4 cluster. */
export function prepareService(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  if (spec.type === 'ExternalName') return
  const isHeadless = spec.clusterIP === 'None'
  if (isHeadless) setDefaults(spec, { clusterIPs: ['None'] })
  // Nobody selects the endpoints of such a service, so they may be of either family.
  if (isHeadless && spec.selector === undefined)
    setDefaults(spec, { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' })
  setDefaults(spec, { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
}
