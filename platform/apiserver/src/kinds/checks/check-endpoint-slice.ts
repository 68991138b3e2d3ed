import { isIPv4, isIPv6 } from 'node:net'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkEndpointAddress } from './check-address.ts'
import { checkLabels } from './check-labels.ts'
import { checkMetadata } from './check-metadata.ts'
import { duplicate, IMMUTABLE, invalid, invalids, required, tooMany } from './complaints.ts'
import type { KindCheck } from './kind-check.ts'
import { has, objectsIn, textIn, textsIn } from './members.ts'
import { labelErrors, subdomainErrors } from './name-words.ts'
import { oneOf } from './one-of.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const

/** The addresses behind a service, of one type, with their ports. */
export const checkEndpointSlice: KindCheck = {
  namespaced: true,
  create: wholeErrors,
  update: (slice, old) => [
    ...wholeErrors(slice),
    ...(slice.addressType === old.addressType
      ? []
      : [invalid('addressType', textIn(slice, 'addressType'), IMMUTABLE)]),
  ],
}

function wholeErrors(slice: ApiObject): readonly FieldError[] {
  const type = textIn(slice, 'addressType')
  const names = new Set<string>()
  const endpoints = objectsIn(slice, 'endpoints')
  return [
    ...checkMetadata(slice.metadata, RULES),
    ...oneOf(type, ['FQDN', 'IPv4', 'IPv6'], 'addressType'),
    ...objectsIn(slice, 'ports').flatMap((port, at) => {
      const name = textIn(port, 'name')
      const again = names.has(name) ? [duplicate(`ports[${at}].name`, name)] : []
      names.add(name)
      return portErrors(port, `ports[${at}]`, again)
    }),
    ...(endpoints.length > 1000
      ? [tooMany('endpoints', endpoints.length, 1000)]
      : endpoints.flatMap((endpoint, at) => endpointErrors(endpoint, type, `endpoints[${at}]`))),
  ]
}

function portErrors(port: JsonObject, path: string, again: readonly FieldError[]): readonly FieldError[] {
  const [name, protocol] = [textIn(port, 'name'), textIn(port, 'appProtocol')]
  return [
    ...(name === '' ? [] : invalids(`${path}.name`, name, labelErrors(name))),
    ...again,
    ...oneOf(textIn(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], `${path}.protocol`),
    ...(has(port, 'appProtocol') ? invalids(`${path}.appProtocol`, protocol, labelKeyErrors(protocol)) : []),
  ]
}

function endpointErrors(endpoint: JsonObject, type: string, path: string): readonly FieldError[] {
  const addresses = textsIn(endpoint, 'addresses')
  const list = `${path}.addresses`
  const [node, host] = [textIn(endpoint, 'nodeName'), textIn(endpoint, 'hostname')]
  return [
    ...(addresses.length === 0 ? [required(list, 'must contain at least 1 address')] : []),
    ...(addresses.length > 100 ? [tooMany(list, addresses.length, 100)] : []),
    ...addresses.flatMap((address, at) => addressErrors(address, type, { list, at })),
    ...(has(endpoint, 'nodeName') ? invalids(`${path}.nodeName`, node, subdomainErrors(node)) : []),
    ...checkLabels(endpoint.deprecatedTopology, `${path}.deprecatedTopology`),
    ...(has(endpoint, 'hostname') ? invalids(`${path}.hostname`, host, labelErrors(host)) : []),
  ]
}

function addressErrors(
  address: string,
  type: string,
  { list, at }: { readonly list: string; readonly at: number },
): readonly FieldError[] {
  const field = `${list}[${at}]`
  if (type === 'FQDN') {
    if (address === '') return [required(field, '')]
    const wrong = subdomainErrors(address.replace(/\.$/, ''))
    if (wrong.length > 0) return invalids(field, address, wrong)
    return address.includes('.')
      ? []
      : [invalid(field, address, 'should be a domain with at least two segments separated by dots')]
  }
  if (type !== 'IPv4' && type !== 'IPv6') return []
  const isAddress = isIPv4(address) || isIPv6(address)
  const fits = type === 'IPv4' ? isIPv4(address) : isIPv6(address)
  const mismatch = isAddress && !fits ? [invalid(list, address, `must be an ${type} address`)] : []
  return [...mismatch, ...checkEndpointAddress(address, field)]
}
