import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { duplicate, invalids, required } from '../complaints.ts'
import { numberIn, objectsIn, textIn } from '../members.ts'
import { portErrors, portNameErrors } from '../name-words.ts'
import { oneOf } from '../one-of.ts'

export const PROTOCOLS = ['SCTP', 'TCP', 'UDP']

/** What is wrong with the ports of a container. */
export function checkContainerPorts(container: JsonObject, path: string): readonly FieldError[] {
  const names = new Set<string>()
  return objectsIn(container, 'ports').flatMap((port, at) => {
    const place = `${path}.ports[${at}]`
    const name = textIn(port, 'name')
    const wrong = name === '' ? [] : portNameErrors(name)
    const isTaken = name !== '' && wrong.length === 0 && names.has(name)
    if (wrong.length === 0) names.add(name)
    return [
      ...invalids(`${place}.name`, name, wrong),
      ...(isTaken ? [duplicate(`${place}.name`, name)] : []),
      ...numberErrors(port, place),
      ...oneOf(textIn(port, 'protocol'), PROTOCOLS, `${place}.protocol`),
    ]
  })
}

function numberErrors(port: JsonObject, place: string): readonly FieldError[] {
  const inside = numberIn(port, 'containerPort') ?? 0
  const outside = numberIn(port, 'hostPort') ?? 0
  return [
    ...(inside === 0
      ? [required(`${place}.containerPort`, '')]
      : invalids(`${place}.containerPort`, inside, portErrors(inside))),
    ...(outside === 0 ? [] : invalids(`${place}.hostPort`, outside, portErrors(outside))),
  ]
}

/** Ports of the host that are asked for twice. */
export function hostPortConflicts(containers: readonly JsonObject[], path: string): readonly FieldError[] {
  const taken = new Set<string>()
  return containers.flatMap((container, at) =>
    objectsIn(container, 'ports').flatMap((port, nth) => {
      const number = numberIn(port, 'hostPort') ?? 0
      const key = `${textIn(port, 'protocol')}/${textIn(port, 'hostIP')}/${number}`
      const isTaken = number !== 0 && taken.has(key)
      if (number !== 0) taken.add(key)
      return isTaken ? [duplicate(`${path}[${at}].ports[${nth}].hostPort`, key)] : []
    }),
  )
}
