import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { invalid, required, unsupported } from '../complaints.ts'
import { has, listIn, maybeObject, numberIn, textIn } from '../members.ts'
import { descendingErrors } from './check-local-path.ts'

const MOST = 2 ** 31 - 1
const SECCOMP = ['Localhost', 'RuntimeDefault', 'Unconfined']

/** What is wrong with who a container runs as, and what it may do. */
export function checkContainerSecurity(container: JsonObject, path: string): readonly FieldError[] {
  const context = maybeObject(container, 'securityContext')
  if (context === undefined) return []
  const place = `${path}.securityContext`
  return [
    ...idErrors(context, place, 'runAsUser'),
    ...idErrors(context, place, 'runAsGroup'),
    ...seccompErrors(maybeObject(context, 'seccompProfile'), `${place}.seccompProfile`),
  ]
}

/** The same for all containers of a pod. */
export function checkPodSecurity(spec: JsonObject, path: string): readonly FieldError[] {
  const context = maybeObject(spec, 'securityContext')
  const place = `${path}.securityContext`
  const isBoth = spec.shareProcessNamespace === true && spec.hostPID === true
  const both = 'ShareProcessNamespace and HostPID cannot both be enabled'
  return [
    ...(context === undefined
      ? []
      : ['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((id) => idErrors(context, place, id))),
    ...listIn(context ?? {}, 'supplementalGroups').flatMap((group, at) =>
      rangeErrors(Number(group), `${place}.supplementalGroups[${at}]`),
    ),
    ...(isBoth ? [invalid(`${place}.shareProcessNamespace`, true, both)] : []),
    ...policyErrors(context, place),
    ...seccompErrors(maybeObject(context ?? {}, 'seccompProfile'), `${place}.seccompProfile`),
  ]
}

function policyErrors(context: JsonObject | undefined, place: string): readonly FieldError[] {
  const policy = textIn(context ?? {}, 'fsGroupChangePolicy')
  const known = ['Always', 'OnRootMismatch']
  return policy === '' || known.includes(policy)
    ? []
    : [unsupported(`${place}.fsGroupChangePolicy`, policy, known)]
}

function idErrors(context: JsonObject, place: string, name: string): readonly FieldError[] {
  const id = numberIn(context, name)
  return id === undefined ? [] : rangeErrors(id, `${place}.${name}`)
}

function rangeErrors(id: number, field: string): readonly FieldError[] {
  return id >= 0 && id <= MOST ? [] : [invalid(field, id, `must be between 0 and ${MOST}, inclusive`)]
}

function seccompErrors(profile: JsonObject | undefined, path: string): readonly FieldError[] {
  if (profile === undefined) return []
  const type = textIn(profile, 'type')
  const errors: FieldError[] = []
  if (type === '') errors.push(required(`${path}.type`, 'type is required when seccompProfile is set'))
  else if (!SECCOMP.includes(type)) errors.push(unsupported(`${path}.type`, type, SECCOMP))
  if (type !== 'Localhost') return errors
  const field = `${path}.localhostProfile`
  return has(profile, 'localhostProfile')
    ? [...errors, ...descendingErrors(textIn(profile, 'localhostProfile'), field)]
    : [...errors, required(field, 'must be set when seccomp type is Localhost')]
}
