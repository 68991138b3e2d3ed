import { BlockList, isIPv6 } from 'node:net'
import type { JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkCidr } from './check-address.ts'
import { checkLabelSelector } from './check-labels.ts'
import { forbidden, invalid, invalids, required, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, maybeObject, numberIn, objectIn, objectsIn, textIn, textsIn } from './members.ts'
import { portErrors, portNameErrors } from './name-words.ts'

const TYPES = ['Ingress', 'Egress']
const PROTOCOLS = ['TCP', 'UDP', 'SCTP']

/** Which pods may be reached by whom; the real server says everything twice when it changes. */
export const checkNetworkPolicy: KindCheck = {
  ...kindCheck({
    rules: { namespaced: true, nameRule: 'subdomain' },
    order: 'whole-metadata',
    spec: (policy) => specErrors(objectIn(policy, 'spec')),
    change: (policy) => specErrors(objectIn(policy, 'spec')),
  }),
}

function specErrors(spec: JsonObject): readonly FieldError[] {
  const types = textsIn(spec, 'policyTypes')
  const wrong =
    types.length > 2
      ? [invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')]
      : types.flatMap((type, at) =>
          TYPES.includes(type) ? [] : [unsupported(`spec.policyTypes[${at}]`, type, TYPES)],
        )
  return [
    ...checkLabelSelector(spec.podSelector, 'spec.podSelector'),
    ...ruleErrors(spec, 'ingress', 'from'),
    ...ruleErrors(spec, 'egress', 'to'),
    ...wrong,
  ]
}

function ruleErrors(spec: JsonObject, list: string, peers: string): readonly FieldError[] {
  return objectsIn(spec, list).flatMap((rule, at) => {
    const path = `spec.${list}[${at}]`
    return [
      ...objectsIn(rule, 'ports').flatMap((port, nth) => portRangeErrors(port, `${path}.ports[${nth}]`)),
      ...objectsIn(rule, peers).flatMap((peer, nth) => peerErrors(peer, `${path}.${peers}[${nth}]`)),
    ]
  })
}

function portRangeErrors(port: JsonObject, path: string): readonly FieldError[] {
  const protocol = textIn(port, 'protocol')
  const end = numberIn(port, 'endPort')
  const errors =
    !has(port, 'protocol') || PROTOCOLS.includes(protocol)
      ? []
      : [unsupported(`${path}.protocol`, protocol, PROTOCOLS)]
  const last = `${path}.endPort`
  if (!has(port, 'port'))
    return end === undefined
      ? errors
      : [...errors, invalid(last, end, 'may not be specified when `port` is not specified')]
  if (typeof port.port === 'string') {
    const named =
      end === undefined ? [] : [invalid(last, end, 'may not be specified when `port` is non-numeric')]
    return [...errors, ...named, ...invalids(`${path}.port`, port.port, portNameErrors(port.port))]
  }
  const first = Number(port.port)
  return [
    ...errors,
    ...invalids(`${path}.port`, first, portErrors(first)),
    ...(end !== undefined && end < first
      ? [invalid(last, first, 'must be greater than or equal to `port`')]
      : []),
    ...(end === undefined ? [] : invalids(last, end, portErrors(end))),
  ]
}

function peerErrors(peer: JsonObject, path: string): readonly FieldError[] {
  const block = maybeObject(peer, 'ipBlock')
  const selectors = ['podSelector', 'namespaceSelector'].filter((name) => has(peer, name))
  const errors = [
    ...selectors.flatMap((name) => checkLabelSelector(peer[name], `${path}.${name}`)),
    ...(block === undefined ? [] : blockErrors(block, `${path}.ipBlock`)),
  ]
  if (block === undefined && selectors.length === 0) errors.push(required(path, 'must specify a peer'))
  if (block !== undefined && selectors.length > 0)
    errors.push(forbidden(path, 'may not specify both ipBlock and another peer'))
  return errors
}

function blockErrors(block: JsonObject, path: string): readonly FieldError[] {
  const cidr = textIn(block, 'cidr')
  if (cidr === '') return [required(`${path}.cidr`, '')]
  const errors = checkCidr(cidr, `${path}.cidr`)
  if (errors.length > 0) return errors
  return textsIn(block, 'except').flatMap((except, at) => {
    const field = `${path}.except[${at}]`
    const wrong = checkCidr(except, field)
    if (wrong.length > 0) return wrong
    return isInside(except, cidr) ? [] : [invalid(field, except, 'must be a strict subset of `cidr`')]
  })
}

function isInside(inner: string, outer: string): boolean {
  const [address = '', bits = ''] = inner.split('/')
  const [net = '', outerBits = ''] = outer.split('/')
  if (isIPv6(address) !== isIPv6(net) || Number(bits) <= Number(outerBits)) return false
  const family = isIPv6(net) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(net, Number(outerBits), family)
  return list.check(address, family)
}
