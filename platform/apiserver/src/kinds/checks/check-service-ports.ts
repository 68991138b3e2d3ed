import type { JsonObject } from '../../json/json-value.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkPortOrName } from './check-port-or-name.ts'
import { duplicate, forbidden, invalid, invalids, required } from './complaints.ts'
import { has, numberIn, objectsIn, textIn } from './members.ts'
import { labelErrors, portErrors } from './name-words.ts'
import { oneOf } from './one-of.ts'
import { structText } from './struct-text.ts'

const PROTOCOLS = ['SCTP', 'TCP', 'UDP']

/** What is wrong with the ports of a service: with each by itself, or with them together. */
export function checkServicePorts(spec: JsonObject, part: 'each' | 'together'): readonly FieldError[] {
  const ports = objectsIn(spec, 'ports')
  if (part === 'together') return togetherErrors(spec, ports)
  const names = new Set<string>()
  return ports.flatMap((port, at) => {
    const name = textIn(port, 'name')
    const isTaken = name !== '' && names.has(name)
    names.add(name)
    return portErrorsOf(port, `spec.ports[${at}]`, { isTaken, isNameless: name === '' && ports.length > 1 })
  })
}

interface PortName {
  readonly isTaken: boolean
  readonly isNameless: boolean
}

function portErrorsOf(
  port: JsonObject,
  path: string,
  { isTaken, isNameless }: PortName,
): readonly FieldError[] {
  const [name, number] = [textIn(port, 'name'), numberIn(port, 'port') ?? 0]
  const protocol = textIn(port, 'appProtocol')
  return [
    ...(isNameless ? [required(`${path}.name`, '')] : []),
    ...(name === '' ? [] : invalids(`${path}.name`, name, labelErrors(name))),
    ...(isTaken ? [duplicate(`${path}.name`, name)] : []),
    ...invalids(`${path}.port`, number, portErrors(number)),
    ...oneOf(textIn(port, 'protocol'), PROTOCOLS, `${path}.protocol`),
    ...checkPortOrName(port.targetPort, `${path}.targetPort`),
    ...(has(port, 'appProtocol') ? invalids(`${path}.appProtocol`, protocol, labelKeyErrors(protocol)) : []),
  ]
}

function togetherErrors(spec: JsonObject, ports: readonly JsonObject[]): readonly FieldError[] {
  const key = (port: JsonObject, field: string): string =>
    `${textIn(port, 'protocol')}/${numberIn(port, field) ?? 0}`
  const isRepeated = (port: JsonObject, at: number, field: string): boolean =>
    ports.findIndex((other) => key(other, field) === key(port, field)) < at
  const bound = ports.flatMap((port, at) => ((numberIn(port, 'nodePort') ?? 0) === 0 ? [] : [{ port, at }]))
  return [
    ...(spec.type === 'ClusterIP' ? bound : []).map(({ at }) =>
      forbidden(`spec.ports[${at}].nodePort`, "may not be used when `type` is 'ClusterIP'"),
    ),
    ...bound
      .filter(({ port, at }) => isRepeated(port, at, 'nodePort'))
      .map(({ port, at }) => taken(port, at)),
    ...ports.flatMap((port, at) => (isRepeated(port, at, 'port') ? [repeated(port, at)] : [])),
  ]
}

/** Ports are given out before they are compared, so this is how a second one is refused. */
function taken(port: JsonObject, at: number): FieldError {
  const number = numberIn(port, 'nodePort') ?? 0
  return invalid(`spec.ports[${at}].nodePort`, number, 'provided port is already allocated')
}

function repeated(port: JsonObject, at: number): FieldError {
  const value = structText({
    Name: '',
    Protocol: textIn(port, 'protocol'),
    AppProtocol: null,
    Port: numberIn(port, 'port') ?? 0,
    TargetPort: 0,
    NodePort: 0,
  })
  return { field: `spec.ports[${at}]`, type: 'FieldValueDuplicate', value, detail: '' }
}
