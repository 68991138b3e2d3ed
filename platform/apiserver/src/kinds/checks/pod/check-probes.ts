import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkPortOrName } from '../check-port-or-name.ts'
import { forbidden, invalid, invalids, notNegative, required, unsupported } from '../complaints.ts'
import { has, listIn, maybeObject, numberIn, objectsIn, textIn } from '../members.ts'
import { headerErrors } from '../name-words.ts'

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']
const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
]

/** What is wrong with how a container is asked whether it lives, is ready, and has started. */
export function checkProbes(
  container: JsonObject,
  path: string,
  grace: number | undefined,
): readonly FieldError[] {
  return ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) => {
    const probe = maybeObject(container, name)
    return probe === undefined ? [] : probeErrors(probe, { path: `${path}.${name}`, name, grace })
  })
}

interface ProbePlace {
  readonly path: string
  readonly name: string
  readonly grace: number | undefined
}

function probeErrors(probe: JsonObject, { path, name, grace }: ProbePlace): readonly FieldError[] {
  const seconds = numberIn(probe, 'terminationGracePeriodSeconds')
  const field = `${path}.terminationGracePeriodSeconds`
  const threshold = numberIn(probe, 'successThreshold') ?? 0
  const isReadiness = name === 'readinessProbe'
  return [
    ...handlerErrors(probe, path, grace),
    ...NUMBERS.flatMap((number) => notNegative(`${path}.${number}`, probe[number])),
    ...(seconds !== undefined && seconds <= 0 ? [invalid(field, seconds, 'must be greater than 0')] : []),
    ...(isReadiness && seconds !== undefined
      ? [invalid(field, seconds, 'must not be set for readinessProbes')]
      : []),
    ...(!isReadiness && threshold !== 1 ? [invalid(`${path}.successThreshold`, threshold, 'must be 1')] : []),
  ]
}

/** What is wrong with what is done after a container's start and before its end. */
export function checkLifecycle(
  container: JsonObject,
  path: string,
  grace: number | undefined,
): readonly FieldError[] {
  const lifecycle = maybeObject(container, 'lifecycle') ?? {}
  return ['postStart', 'preStop'].flatMap((name) => {
    const handler = maybeObject(lifecycle, name)
    return handler === undefined ? [] : handlerErrors(handler, `${path}.lifecycle.${name}`, grace)
  })
}

function handlerErrors(handler: JsonObject, path: string, grace: number | undefined): readonly FieldError[] {
  const given = HANDLERS.filter((name) => has(handler, name))
  const [first, ...more] = given
  if (first === undefined) return [required(path, 'must specify a handler type')]
  return [
    ...actionErrors(first, maybeObject(handler, first) ?? {}, { path: `${path}.${first}`, grace }),
    ...more.map((name) => forbidden(`${path}.${name}`, 'may not specify more than 1 handler type')),
  ]
}

interface ActionPlace {
  readonly path: string
  readonly grace: number | undefined
}

function actionErrors(name: string, action: JsonObject, { path, grace }: ActionPlace): readonly FieldError[] {
  if (name === 'exec') return listIn(action, 'command').length === 0 ? [required(`${path}.command`, '')] : []
  if (name === 'httpGet') return httpErrors(action, path)
  if (name !== 'sleep') return checkPortOrName(action.port, `${path}.port`)
  const seconds = numberIn(action, 'seconds') ?? 0
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return []
  return [
    invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`),
  ]
}

function httpErrors(action: JsonObject, path: string): readonly FieldError[] {
  const schemes = ['HTTP', 'HTTPS']
  const scheme = textIn(action, 'scheme')
  return [
    ...(textIn(action, 'path') === '' ? [required(`${path}.path`, '')] : []),
    ...checkPortOrName(action.port, `${path}.port`),
    ...(schemes.includes(scheme) ? [] : [unsupported(`${path}.scheme`, scheme, schemes)]),
    ...objectsIn(action, 'httpHeaders').flatMap((header) =>
      invalids(`${path}.httpHeaders`, textIn(header, 'name'), headerErrors(textIn(header, 'name'))),
    ),
  ]
}
