import { isIPv6 } from 'node:net'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkAddress, checkCidr, checkEndpointAddress } from './check-address.ts'
import { checkLabels } from './check-labels.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkServicePorts } from './check-service-ports.ts'
import { duplicate, forbidden, invalid, invalids, required, unsupported } from './complaints.ts'
import type { KindCheck } from './kind-check.ts'
import { has, listIn, maybeObject, numberIn, objectIn, textIn, textsIn } from './members.ts'
import { subdomainErrors } from './name-words.ts'
import { oneOf } from './one-of.ts'

const RULES = { namespaced: true, nameRule: 'label-1035', standardFinalizers: true } as const
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const FAMILIES = ['IPv4', 'IPv6']
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
const NEAR = ['PreferClose', 'PreferSameZone', 'PreferSameNode']
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'"

/** A service: its ports, its addresses, and what its type allows. */
export const checkService: KindCheck = {
  namespaced: true,
  create: (service) => [...checkMetadata(service.metadata, RULES), ...specErrors(objectIn(service, 'spec'))],
  update: (service, old) => [
    ...checkMetadata(service.metadata, RULES, old.metadata),
    ...addressChanges(objectIn(service, 'spec'), objectIn(old, 'spec')),
    ...classErrors(objectIn(service, 'spec'), objectIn(old, 'spec')),
    ...specErrors(objectIn(service, 'spec')),
  ],
  sub: {
    status: (service: ApiObject, old: ApiObject) => checkMetadata(service.metadata, RULES, old.metadata),
  },
}

/** All addresses; the first is also said by itself. */
function addressesOf(spec: JsonObject): readonly string[] {
  const first = textIn(spec, 'clusterIP')
  return spec.clusterIPs === undefined && first !== '' ? [first] : textsIn(spec, 'clusterIPs')
}

function isHeadless(spec: JsonObject): boolean {
  const addresses = addressesOf(spec)
  return addresses.length === 1 && addresses[0] === 'None'
}

function specErrors(spec: JsonObject): readonly FieldError[] {
  const type = textIn(spec, 'type')
  const headless = isHeadless(spec)
  return [
    ...(listIn(spec, 'ports').length === 0 && !headless && type !== 'ExternalName'
      ? [required('spec.ports', '')]
      : []),
    ...(headless && (type === 'LoadBalancer' || type === 'NodePort')
      ? [invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)]
      : []),
    ...(type === 'ExternalName' ? externalErrors(spec) : []),
    ...checkServicePorts(spec, 'each'),
    ...checkLabels(spec.selector, 'spec.selector'),
    ...affinityErrors(spec),
    ...(type === 'ExternalName' ? [] : addressErrors(spec)),
    ...textsIn(spec, 'externalIPs').flatMap((ip, at) => checkEndpointAddress(ip, `spec.externalIPs[${at}]`)),
    ...oneOf(type, TYPES, 'spec.type'),
    ...checkServicePorts(spec, 'together'),
    ...rangeErrors(spec, type),
    ...(has(spec, 'allocateLoadBalancerNodePorts') && type !== 'LoadBalancer'
      ? [forbidden('spec.allocateLoadBalancerNodePorts', ONLY_BALANCED)]
      : []),
    ...classErrors(spec, undefined),
    ...trafficErrors(spec, type),
  ]
}

function externalErrors(spec: JsonObject): readonly FieldError[] {
  const name = textIn(spec, 'externalName').replace(/\.$/, '')
  const set = (['clusterIPs', 'ipFamilies'] as const).filter((field) => listIn(spec, field).length > 0)
  const fields = has(spec, 'ipFamilyPolicy') ? [...set, 'ipFamilyPolicy'] : set
  return [
    ...fields.map((field) => forbidden(`spec.${field}`, 'may not be set for ExternalName services')),
    ...(name === ''
      ? [required('spec.externalName', '')]
      : invalids('spec.externalName', name, subdomainErrors(name))),
  ]
}

function affinityErrors(spec: JsonObject): readonly FieldError[] {
  const affinity = textIn(spec, 'sessionAffinity')
  const config = maybeObject(spec, 'sessionAffinityConfig')
  const path = 'spec.sessionAffinityConfig'
  const errors = oneOf(affinity, ['ClientIP', 'None'], 'spec.sessionAffinity')
  if (affinity === 'None' && config !== undefined)
    return [...errors, forbidden(path, 'must not be set when session affinity is None')]
  if (affinity !== 'ClientIP') return errors
  const seconds = numberIn(objectIn(config ?? {}, 'clientIP'), 'timeoutSeconds')
  const field = `${path}.clientIP.timeoutSeconds`
  if (seconds === undefined) return [...errors, required(field, 'when session affinity type is ClientIP')]
  const isRight = seconds > 0 && seconds <= 86400
  return isRight ? errors : [...errors, invalid(field, seconds, 'must be greater than 0 and less than 86400')]
}

function addressErrors(spec: JsonObject): readonly FieldError[] {
  const addresses = addressesOf(spec)
  const path = 'spec.clusterIPs'
  const families = textsIn(spec, 'ipFamilies')
  const policy = textIn(spec, 'ipFamilyPolicy')
  const first = textIn(spec, 'clusterIP')
  const errors: FieldError[] = []
  if (first !== '' && addresses[0] !== first)
    errors.push(invalid(path, addresses, 'first value must match `clusterIP`'))
  if (first === '' && addresses.length > 0)
    errors.push(invalid(path, addresses, 'must be empty when `clusterIP` is not specified'))
  families.forEach((family, at) => {
    if (!FAMILIES.includes(family)) errors.push(unsupported(`spec.ipFamilies[${at}]`, family, FAMILIES))
    if (families.indexOf(family) < at) errors.push(duplicate(`spec.ipFamilies[${at}]`, family))
  })
  if (policy !== '' && !POLICIES.includes(policy))
    errors.push(unsupported('spec.ipFamilyPolicy', policy, POLICIES))
  const wrong = addresses.flatMap((address, at) => {
    if (at > 0 || address !== 'None') return checkAddress(address, `${path}[${at}]`)
    return addresses.length > 1 ? [invalid(path, addresses, "'None' must be the first and only value")] : []
  })
  const many = addresses.length > 2 ? [invalid(path, addresses, 'may only hold up to 2 values')] : []
  if (wrong.length > 0 || isHeadless(spec)) return [...errors, ...wrong, ...many]
  return [...errors, ...many, ...familyErrors(addresses, families)]
}

function familyErrors(addresses: readonly string[], families: readonly string[]): readonly FieldError[] {
  const sixes = addresses.filter((address) => isIPv6(address)).length
  const isSingle = addresses.length > 1 && (sixes === 0 || sixes === addresses.length)
  const wrong = addresses.flatMap((address, at) => {
    const family = families[at]
    if (family === undefined || (family === 'IPv6') === isIPv6(address)) return []
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${at}]\``
    return [invalid(`spec.clusterIPs[${at}]`, address, detail)]
  })
  const single = isSingle
    ? [invalid('spec.clusterIPs', addresses, 'may specify no more than one IP for each IP family')]
    : []
  return [...single, ...wrong]
}

function rangeErrors(spec: JsonObject, type: string): readonly FieldError[] {
  const path = 'spec.LoadBalancerSourceRanges'
  const ranges = textsIn(spec, 'loadBalancerSourceRanges').map((range) => range.trim())
  if (ranges.length === 0) return []
  return [
    ...(type === 'LoadBalancer' ? [] : [forbidden(path, ONLY_BALANCED)]),
    ...ranges.flatMap((range, at) => checkCidr(range, `${path}[${at}]`)),
  ]
}

function classErrors(spec: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const name = textIn(spec, 'loadBalancerClass')
  const field = 'spec.loadBalancerClass'
  const isBalanced = spec.type === 'LoadBalancer'
  const isChanged = old?.type === 'LoadBalancer' && isBalanced && textIn(old, 'loadBalancerClass') !== name
  const changed = isChanged
    ? [{ ...invalid(field, name, 'may not change once set'), ...(name === '' && { value: 'null' }) }]
    : []
  if (!has(spec, 'loadBalancerClass')) return changed
  return isBalanced
    ? [...changed, ...invalids(field, name, labelKeyErrors(name))]
    : [...changed, forbidden(field, ONLY_BALANCED)]
}

function trafficErrors(spec: JsonObject, type: string): readonly FieldError[] {
  const isOpen =
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && listIn(spec, 'externalIPs').length > 0)
  const [outside, inside, near] = [
    textIn(spec, 'externalTrafficPolicy'),
    textIn(spec, 'internalTrafficPolicy'),
    textIn(spec, 'trafficDistribution'),
  ]
  const field = 'spec.externalTrafficPolicy'
  const health = numberIn(spec, 'healthCheckNodePort') ?? 0
  const needsHealth = type === 'LoadBalancer' && outside === 'Local'
  return [
    ...(isOpen ? oneOf(outside, ['Cluster', 'Local'], field) : []),
    ...(!isOpen && outside !== ''
      ? [invalid(field, outside, 'may only be set for externally-accessible services')]
      : []),
    ...(!needsHealth && health !== 0
      ? [
          invalid(
            'spec.healthCheckNodePort',
            health,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
          ),
        ]
      : []),
    ...(inside === '' || ['Cluster', 'Local'].includes(inside)
      ? []
      : [unsupported('spec.internalTrafficPolicy', inside, ['Cluster', 'Local'])]),
    ...(near === '' || NEAR.includes(near) ? [] : [unsupported('spec.trafficDistribution', near, NEAR)]),
  ]
}

function addressChanges(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return []
  if (isHeadless(spec) && isHeadless(old)) return []
  const [now, before] = [addressesOf(spec), addressesOf(old)]
  const path = 'spec.clusterIPs'
  if (now.length === before.length)
    return before.flatMap((address, at) =>
      address === now[at] ? [] : [invalid(`${path}[${at}]`, now, 'may not change once set')],
    )
  if (now.length === 0)
    return [{ ...invalid(`${path}[0]`, '', 'primary clusterIP can not be unset'), value: 'null' }]
  return before.length > 0 && now[0] !== before[0]
    ? [invalid(`${path}[0]`, now, 'may not change once set')]
    : []
}
