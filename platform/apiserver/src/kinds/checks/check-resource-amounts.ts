import type { JsonObject } from '../../json/json-value.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, invalids, NEGATIVE, required } from './complaints.ts'
import { objectIn } from './members.ts'
import { ONE, quantityValue } from './quantity-value.ts'

const CONTAINER = new Set(['cpu', 'memory', 'ephemeral-storage'])
const COUNTED = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])
const STANDARD = new Set([
  ...CONTAINER,
  ...COUNTED,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
])
const HUGE = 'hugepages-'

/** What is wrong with what a container asks for and may have. */
export function checkContainerResources(resources: JsonObject, path: string): readonly FieldError[] {
  const limits = objectIn(resources, 'limits')
  const requests = objectIn(resources, 'requests')
  const names = (amounts: JsonObject): readonly string[] => Object.keys(amounts).sort()
  const all = [...names(limits), ...names(requests)]
  const errors = [
    ...names(limits).flatMap((name) => amountErrors(name, limits[name], `${path}.limits[${name}]`)),
    ...names(requests).flatMap((name) => [
      ...amountErrors(name, requests[name], `${path}.requests[${name}]`),
      ...limitErrors(name, { limits, requests, path }),
    ]),
  ]
  const isBare = !all.includes('cpu') && !all.includes('memory') && all.some((name) => name.startsWith(HUGE))
  return isBare ? [...errors, forbidden(path, 'HugePages require cpu or memory')] : errors
}

function amountErrors(name: string, amount: unknown, field: string): readonly FieldError[] {
  return [...containerResourceErrors(name, field), ...checkAmount(name, amount, field)]
}

interface Amounts {
  readonly limits: JsonObject
  readonly requests: JsonObject
  readonly path: string
}

function limitErrors(name: string, { limits, requests, path }: Amounts): readonly FieldError[] {
  const request = `${requests[name]}`
  const isFixed = !isNative(name) || name.startsWith(HUGE)
  if (limits[name] === undefined)
    return isFixed ? [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')] : []
  const limit = `${limits[name]}`
  const [asked, most] = [quantityValue(request), quantityValue(limit)]
  if (asked !== most && isFixed)
    return [invalid(`${path}.requests`, request, `must be equal to ${name} limit of ${limit}`)]
  if (asked <= most) return []
  return [invalid(`${path}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`)]
}

/** What is wrong with an amount of a resource: less than nothing, or a part of what only comes whole. */
export function checkAmount(name: string, amount: unknown, field: string): readonly FieldError[] {
  const value = quantityValue(amount)
  const isWhole = COUNTED.has(name) || isExtended(name)
  return [
    ...(value < 0n ? [invalid(field, `${amount}`, NEGATIVE)] : []),
    ...(isWhole && value % ONE !== 0n ? [invalid(field, `${amount}`, 'must be an integer')] : []),
  ]
}

/** What is wrong with the name of a resource that a container may have. */
export function containerResourceErrors(name: string, field: string): readonly FieldError[] {
  const errors = [...resourceNameErrors(name, field)]
  if (!name.includes('/')) {
    if (!CONTAINER.has(name) && !name.startsWith(HUGE))
      errors.push(invalid(field, name, 'must be a standard resource for containers'))
  } else if (!isNative(name) && !isExtended(name))
    errors.push(invalid(field, name, "doesn't follow extended resource name standard"))
  return errors
}

/** What is wrong with the name of a resource, wherever it stands. */
export function resourceNameErrors(name: string, field: string): readonly FieldError[] {
  const wrong = labelKeyErrors(name)
  if (wrong.length > 0) return invalids(field, name, wrong)
  const isKnown = name.includes('/') || STANDARD.has(name) || /^(requests\.)?hugepages-/.test(name)
  return isKnown ? [] : [invalid(field, name, 'must be a standard resource type or fully qualified')]
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/')
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && labelKeyErrors(`requests.${name}`).length === 0
}
