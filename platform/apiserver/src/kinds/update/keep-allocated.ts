import { type Draft, madePart, parts, setDefaults } from '../defaults/draft.ts'

/** What was given to a service stays with it where its writer does not say otherwise. */
export function keepAllocated(draft: Draft, before: Draft): void {
  const spec = madePart(draft, 'spec')
  const old = madePart(before, 'spec')
  if (hasClusterIp(spec) && hasClusterIp(old)) {
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = old
    setDefaults(spec, { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy })
  }
  if (hasNodePorts(spec) && hasNodePorts(old)) keepNodePorts(spec, old)
}

/** Ports are known by their names; one that is used for another port is not given back. */
function keepNodePorts(spec: Draft, old: Draft): void {
  const ports = parts(spec, 'ports')
  const used = new Set(ports.map(({ nodePort }) => nodePort))
  for (const port of ports) {
    const known = parts(old, 'ports').find(({ name }) => name === port.name)?.nodePort
    if (known !== undefined && !used.has(known)) setDefaults(port, { nodePort: known })
  }
}

function hasClusterIp({ type }: Draft): boolean {
  return type !== 'ExternalName'
}

function hasNodePorts({ type, allocateLoadBalancerNodePorts }: Draft): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false)
}
