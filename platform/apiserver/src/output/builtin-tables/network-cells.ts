import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { type Cells, filled, firstOf, NONE, text, UNKNOWN, UNSET } from './cell.ts'
import { listAt, numberAt, objectAt, readField, textAt, textsAt } from './read-field.ts'
import { labels, selector } from './show-selector.ts'

/** What the kinds of networking show, by group and kind. */
export const NETWORK_CELLS: Readonly<Record<string, Cells>> = {
  '/Service': {
    Type: text('spec.type'),
    'Cluster-IP': (object) => textsAt(object, 'spec.clusterIPs')[0] ?? NONE,
    'External-IP': externalAddress,
    'Port(s)': (object) => listAt(object, 'spec.ports').map(portText).join(',') || NONE,
    Selector: labels('spec.selector'),
  },
  '/Endpoints': { Endpoints: endpoints },
  'discovery.k8s.io/EndpointSlice': {
    AddressType: text('addressType'),
    Ports: (object) => few(listAt(object, 'ports').map((it) => textAt(it, 'port') || filledOrAny(it))),
    Endpoints: (object) => few(listAt(object, 'endpoints').flatMap((it) => textsAt(it, 'addresses'))),
  },
  'networking.k8s.io/Ingress': {
    Class: text('spec.ingressClassName', NONE),
    Hosts: hosts,
    Address: (object) => balancers(object).join(','),
    Ports: (object) => (listAt(object, 'spec.tls').length === 0 ? '80' : '80, 443'),
  },
  'networking.k8s.io/IngressClass': { Controller: text('spec.controller'), Parameters: parameters },
  'networking.k8s.io/NetworkPolicy': {
    'Pod-Selector': selector('spec.podSelector', { empty: NONE, wrong: '<error>' }),
  },
  'networking.k8s.io/ServiceCIDR': { CIDRs: (object) => textsAt(object, 'spec.cidrs').join(',') },
  'networking.k8s.io/IPAddress': { ParentRef: parent },
  'node.k8s.io/RuntimeClass': { Handler: filled('handler', '') },
}

function filledOrAny(port: JsonValue): string {
  return textAt(port, 'name', '*')
}

function few(all: readonly string[]): string {
  return firstOf(all, 3) || UNSET
}

function portText(port: JsonValue): string {
  const node = numberAt(port, 'nodePort')
  return `${numberAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`
}

function externalAddress(service: JsonObject): string {
  const own = textsAt(service, 'spec.externalIPs')
  switch (textAt(service, 'spec.type')) {
    case 'ClusterIP':
    case 'NodePort':
      return own.join(',') || NONE
    case 'LoadBalancer':
      return [...balancers(service), ...own].join(',') || '<pending>'
    case 'ExternalName':
      return textAt(service, 'spec.externalName')
    default:
      return UNKNOWN
  }
}

/** The addresses of its load balancers, each once. */
function balancers(object: JsonObject): readonly string[] {
  const all = listAt(object, 'status.loadBalancer.ingress').map(
    (it) => textAt(it, 'ip') || textAt(it, 'hostname'),
  )
  return [...new Set(all)].filter((it) => it !== '').sort()
}

function hosts(ingress: JsonObject): string {
  const rules = textsAt(ingress, 'spec.rules', 'host')
  const named: string[] = []
  let more = false
  for (const host of rules) {
    if (named.length === 3) more = true
    else if (host !== '') named.push(host)
  }
  const shown = named.join(',') || '*'
  return more ? `${shown} + ${rules.length - 3} more...` : shown
}

function endpoints(object: JsonObject): string {
  const all = listAt(object, 'subsets').flatMap((subset) => {
    const addresses = textsAt(subset, 'addresses', 'ip')
    const ports = listAt(subset, 'ports')
    if (ports.length === 0) return addresses
    return ports.flatMap((port) => addresses.map((ip) => withPort(ip, numberAt(port, 'port'))))
  })
  return listAt(object, 'subsets').length === 0 ? NONE : firstOf(all, 3)
}

function withPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}

function parameters(object: JsonObject): string {
  const reference = objectAt(object, 'spec.parameters')
  if (Object.keys(reference).length === 0) return NONE
  const group = readField(reference, 'apiGroup')
  const kind = textAt(reference, 'kind') + (group === undefined ? '' : `.${group}`)
  return `${kind}/${textAt(reference, 'name')}`
}

function parent(object: JsonObject): string {
  const reference = readField(object, 'spec.parentRef')
  if (reference === undefined) return NONE
  const group = textAt(reference, 'group')
  const resource = (textAt(reference, 'resource') + (group === '' ? '' : `.${group}`)).toLowerCase()
  const namespace = textAt(reference, 'namespace')
  return [resource, ...(namespace === '' ? [] : [namespace]), textAt(reference, 'name')].join('/')
}
