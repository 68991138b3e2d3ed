import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabelSelector } from './check-labels.ts'
import { checkMetadata } from './check-metadata.ts'
import { forbidden, IMMUTABLE, invalid, invalids, required, unsupported } from './complaints.ts'
import { goStruct } from './go-struct.ts'
import type { KindCheck } from './kind-check.ts'
import { has, objectIn, textIn, textsIn } from './members.ts'
import { subdomainErrors } from './name-words.ts'
import { quantityValue } from './quantity-value.ts'
import { structDifference } from './struct-difference.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const SPEC = 'PersistentVolumeClaimSpec'
const FIXED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

/** A claim for a volume: how it is to be used, how big it is, and that it stays as it is once made. */
export const checkClaim: KindCheck = {
  namespaced: true,
  create: wholeErrors,
  update: (claim, old) => {
    const whole = wholeErrors(claim)
    return [
      ...whole,
      ...checkMetadata(claim.metadata, RULES, old.metadata),
      ...whole,
      ...changeErrors(claim, old),
    ]
  },
}

function wholeErrors(claim: ApiObject): readonly FieldError[] {
  return [...checkMetadata(claim.metadata, RULES), ...checkClaimSpec(objectIn(claim, 'spec'), 'spec')]
}

/** What is wrong with the spec of a claim, or of a template for claims. */
export function checkClaimSpec(spec: JsonObject, path: string): readonly FieldError[] {
  const modes = textsIn(spec, 'accessModes')
  const others = modes.filter((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode))
  const field = `${path}.accessModes`
  const className = textIn(spec, 'storageClassName')
  const volumeMode = textIn(spec, 'volumeMode')
  return [
    ...(modes.length === 0 ? [required(field, 'at least 1 access mode is required')] : []),
    ...checkLabelSelector(spec.selector, `${path}.selector`),
    ...modes.flatMap((mode) => (MODES.includes(mode) ? [] : [unsupported(field, mode, MODES)])),
    ...(modes.includes('ReadWriteOncePod') && others.length > 0
      ? [forbidden(field, 'may not use ReadWriteOncePod with other access modes')]
      : []),
    ...sizeErrors(spec, `${path}.resources[storage]`),
    ...(className === '' ? [] : invalids(`${path}.storageClassName`, className, subdomainErrors(className))),
    ...(has(spec, 'volumeMode') && !['Block', 'Filesystem'].includes(volumeMode)
      ? [unsupported(`${path}.volumeMode`, volumeMode, ['Block', 'Filesystem'])]
      : []),
  ]
}

function sizeOf(spec: JsonObject): unknown {
  return objectIn(objectIn(spec, 'resources'), 'requests').storage
}

function sizeErrors(spec: JsonObject, field: string): readonly FieldError[] {
  const size = sizeOf(spec)
  if (size === undefined) return [required(field, '')]
  return quantityValue(size) > 0n ? [] : [invalid(field, `${size}`, 'must be greater than zero')]
}

function changeErrors(claim: ApiObject, old: ApiObject): readonly FieldError[] {
  const [now, before] = [objectIn(claim, 'spec'), objectIn(old, 'spec')]
  const capacity = objectIn(objectIn(old, 'status'), 'capacity').storage
  const isSmaller = quantityValue(sizeOf(now)) < quantityValue(sizeOf(before))
  const mode = textIn(now, 'volumeMode')
  const [fixed, was] = fixedOf(now, before, objectIn(claim, 'status').phase === 'Bound')
  return [
    ...(isSame(fixed, was)
      ? []
      : [forbidden('spec', `${FIXED}\n${structDifference(goStruct(SPEC, was), goStruct(SPEC, fixed))}`)]),
    ...(isSmaller && quantityValue(sizeOf(now)) <= quantityValue(capacity ?? '0')
      ? [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')]
      : []),
    ...(mode === textIn(before, 'volumeMode') ? [] : [invalid('volumeMode', mode, IMMUTABLE)]),
  ]
}

/** Both specs without what may change: size and attributes once it is bound, and the volume that is given to it. */
function fixedOf(now: JsonObject, before: JsonObject, isBound: boolean): readonly [JsonObject, JsonObject] {
  const was = textIn(before, 'volumeName') === '' ? { ...before, volumeName: now.volumeName } : before
  if (!isBound) return [now, was]
  const storage = objectIn(objectIn(before, 'resources'), 'requests').storage
  const resources = objectIn(now, 'resources')
  const requests = { ...objectIn(resources, 'requests'), storage }
  const { volumeAttributesClassName } = before
  return [{ ...now, resources: { ...resources, requests }, volumeAttributesClassName }, was]
}
