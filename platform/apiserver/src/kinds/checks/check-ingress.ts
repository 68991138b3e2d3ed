import { isIP } from 'node:net'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata } from './check-metadata.ts'
import { invalid, invalids, required, unsupported } from './complaints.ts'
import type { KindCheck } from './kind-check.ts'
import { has, maybeObject, numberIn, objectIn, objectsIn, textIn, textsIn } from './members.ts'
import {
  label1035Errors,
  pathErrors,
  portErrors,
  portNameErrors,
  subdomainErrors,
  wildcardErrors,
} from './name-words.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const CLASS = 'kubernetes.io/ingress.class'
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix']
const SEQUENCES = ['//', '/./', '/../', '%2f', '%2F']
const ENDS = ['/..', '/.']

/** Hosts, paths and what is behind them. */
export const checkIngress: KindCheck = {
  namespaced: true,
  create: (ingress) => [...wholeErrors(ingress), ...classErrors(ingress)],
  update: (ingress, old) => [
    ...checkMetadata(ingress.metadata, RULES, old.metadata),
    ...wholeErrors(ingress),
  ],
}

function wholeErrors(ingress: ApiObject): readonly FieldError[] {
  const spec = objectIn(ingress, 'spec')
  const rules = objectsIn(spec, 'rules')
  const backend = maybeObject(spec, 'defaultBackend')
  const className = textIn(spec, 'ingressClassName')
  const isEmpty = rules.length === 0 && backend === undefined
  const none = {
    ...invalid('spec', '', 'either `defaultBackend` or `rules` must be specified'),
    value: 'null',
  }
  return [
    ...checkMetadata(ingress.metadata, RULES),
    ...(isEmpty ? [none] : []),
    ...(backend === undefined ? [] : backendErrors(backend, 'spec.defaultBackend')),
    ...rules.flatMap((rule, at) => ruleErrors(rule, `spec.rules[${at}]`)),
    ...objectsIn(spec, 'tls').flatMap((tls, at) => tlsErrors(tls, `spec.tls[${at}]`)),
    ...(has(spec, 'ingressClassName')
      ? invalids('spec.ingressClassName', className, subdomainErrors(className))
      : []),
  ]
}

function classErrors(ingress: ApiObject): readonly FieldError[] {
  const spec = objectIn(ingress, 'spec')
  const annotation = objectIn(ingress.metadata, 'annotations')[CLASS]
  if (typeof annotation !== 'string' || !has(spec, 'ingressClassName')) return []
  if (annotation === spec.ingressClassName) return []
  const detail = 'must match `ingressClassName` when both are specified'
  return [invalid(`annotations.${CLASS}`, annotation, detail)]
}

function hostErrors(host: string, field: string): readonly FieldError[] {
  return invalids(field, host, host.includes('*') ? wildcardErrors(host) : subdomainErrors(host))
}

function tlsErrors(tls: JsonObject, path: string): readonly FieldError[] {
  const secret = textIn(tls, 'secretName')
  return [
    ...textsIn(tls, 'hosts').flatMap((host, at) => hostErrors(host, `${path}.hosts[${at}]`)),
    ...(secret === '' ? [] : invalids(`${path}.secretName`, secret, subdomainErrors(secret))),
  ]
}

function ruleErrors(rule: JsonObject, path: string): readonly FieldError[] {
  const host = textIn(rule, 'host')
  const http = maybeObject(rule, 'http')
  const paths = objectsIn(http ?? {}, 'paths')
  return [
    ...(isIP(host) === 0 ? [] : [invalid(`${path}.host`, host, 'must be a DNS name, not an IP address')]),
    ...(host === '' ? [] : hostErrors(host, `${path}.host`)),
    ...(http !== undefined && paths.length === 0 ? [required(`${path}.http.paths`, '')] : []),
    ...paths.flatMap((one, at) => httpErrors(one, `${path}.http.paths[${at}]`)),
  ]
}

function httpErrors(path: JsonObject, place: string): readonly FieldError[] {
  if (!has(path, 'pathType')) return [required(`${place}.pathType`, 'pathType must be specified')]
  const [type, text] = [textIn(path, 'pathType'), textIn(path, 'path')]
  return [
    ...pathTypeErrors(type, text, place),
    ...backendErrors(objectIn(path, 'backend'), `${place}.backend`),
  ]
}

function pathTypeErrors(type: string, text: string, place: string): readonly FieldError[] {
  const field = `${place}.path`
  const relative = text.startsWith('/') ? [] : [invalid(field, text, 'must be an absolute path')]
  if (type === 'ImplementationSpecific') return text === '' ? [] : relative
  if (type !== 'Exact' && type !== 'Prefix') return [unsupported(`${place}.pathType`, type, PATH_TYPES)]
  return [
    ...relative,
    ...SEQUENCES.filter((part) => text.includes(part)).map((part) =>
      invalid(field, text, `must not contain '${part}'`),
    ),
    ...ENDS.filter((end) => text.endsWith(end)).map((end) =>
      invalid(field, text, `cannot end with '${end}'`),
    ),
  ]
}

function backendErrors(backend: JsonObject, path: string): readonly FieldError[] {
  const [resource, service] = [maybeObject(backend, 'resource'), maybeObject(backend, 'service')]
  if (resource && service) return [invalid(path, '', 'cannot set both resource and service backends')]
  if (resource) return resourceErrors(resource, `${path}.resource`)
  if (!service) return [invalid(path, '', 'resource or service backend is required')]
  const name = textIn(service, 'name')
  const port = objectIn(service, 'port')
  const [called, number] = [textIn(port, 'name'), numberIn(port, 'number') ?? 0]
  const named =
    name === ''
      ? [required(`${path}.service.name`, '')]
      : invalids(`${path}.service.name`, name, label1035Errors(name))
  if (called !== '' && number !== 0)
    return [...named, invalid(path, '', 'cannot set both port name & port number')]
  if (called !== '')
    return [...named, ...invalids(`${path}.service.port.name`, called, portNameErrors(called))]
  if (number !== 0) return [...named, ...invalids(`${path}.service.port.number`, number, portErrors(number))]
  return [...named, required(path, 'port name or number is required')]
}

function resourceErrors(resource: JsonObject, path: string): readonly FieldError[] {
  const group = textIn(resource, 'apiGroup')
  return [
    ...(has(resource, 'apiGroup') ? invalids(`${path}.apiGroup`, group, subdomainErrors(group)) : []),
    ...['kind', 'name'].flatMap((field) => {
      const value = textIn(resource, field)
      return value === ''
        ? [required(`${path}.${field}`, '')]
        : invalids(`${path}.${field}`, value, pathErrors(value))
    }),
  ]
}
