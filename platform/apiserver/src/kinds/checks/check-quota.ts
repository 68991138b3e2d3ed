import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkAmount, containerResourceErrors, resourceNameErrors } from './check-resource-amounts.ts'
import { duplicate, forbidden, IMMUTABLE, invalid, invalids, required } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn, objectsIn, textIn, textsIn } from './members.ts'
import { ONE, quantityValue } from './quantity-value.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
]
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

/** How much a namespace may have; its scopes do not change. */
export const checkQuota: KindCheck = kindCheck({
  rules: RULES,
  order: 'metadata-spec',
  spec: (quota) => {
    const spec = objectIn(quota, 'spec')
    const hard = objectIn(spec, 'hard')
    return [
      ...Object.keys(hard)
        .sort()
        .flatMap((name) => [
          ...quotaNameErrors(name, `spec.hard[${name}]`),
          ...checkAmount(name, hard[name], `spec.hard[${name}]`),
        ]),
      ...scopeErrors(spec),
    ]
  },
  change: (quota, old) => {
    const [now, before] = [quota, old].map((one) => textsIn(objectIn(one, 'spec'), 'scopes')) as [
      string[],
      string[],
    ]
    const isSameSet = [...new Set(now)].sort().join() === [...new Set(before)].sort().join()
    return isSameSet ? [] : [invalid('spec.scopes', now, IMMUTABLE)]
  },
})

function quotaNameErrors(name: string, field: string): readonly FieldError[] {
  const errors = resourceNameErrors(name, field)
  if (errors.length === 0 || name.includes('/')) return errors
  return [...errors, invalid(field, name, 'must be a standard resource for quota')]
}

function scopeErrors(spec: JsonObject): readonly FieldError[] {
  const scopes = textsIn(spec, 'scopes')
  const wrong = (detail: string): FieldError => invalid('spec.scopes', scopes, detail)
  return [
    ...scopes.filter((scope) => !SCOPES.includes(scope)).map(() => wrong('unsupported scope')),
    ...CONFLICTS.filter((pair) => pair.every((scope) => scopes.includes(scope))).map(() =>
      wrong('conflicting scopes'),
    ),
  ]
}

/** How much each thing in a namespace may have; checked as a whole whenever it is written. */
export const checkLimitRange: KindCheck = { namespaced: true, create: limitErrors, update: limitErrors }

function limitErrors(range: ApiObject): readonly FieldError[] {
  const types: string[] = []
  const spec = objectIn(range, 'spec')
  return [
    ...checkMetadata(range.metadata, RULES),
    ...objectsIn(spec, 'limits').flatMap((limit, at) => {
      const path = `spec.limits[${at}]`
      const type = textIn(limit, 'type')
      const again = types.includes(type) ? [duplicate(`${path}.type`, type)] : []
      types.push(type)
      return [...typeErrors(type, `${path}.type`), ...again, ...amountsErrors(limit, type, path)]
    }),
  ]
}

function typeErrors(type: string, field: string): readonly FieldError[] {
  const wrong = labelKeyErrors(type)
  if (wrong.length > 0) return invalids(field, type, wrong)
  const isKnown = type.includes('/') || ['Pod', 'Container', 'PersistentVolumeClaim'].includes(type)
  return isKnown ? [] : [invalid(field, type, 'must be a standard limit type or fully qualified')]
}

function amountsErrors(limit: JsonObject, type: string, path: string): readonly FieldError[] {
  const isContainer = type === 'Pod' || type === 'Container'
  const nameErrors = isContainer ? containerResourceErrors : resourceNameErrors
  const names = (field: string): readonly FieldError[] =>
    Object.keys(objectIn(limit, field))
      .sort()
      .flatMap((name) => nameErrors(name, `${path}.${field}[${name}]`))
  const barred = ['default', 'defaultRequest'].filter((field) => isObject(limit[field]))
  const hasStorage = ['min', 'max'].some((field) => objectIn(limit, field).storage !== undefined)
  return [
    ...names('max'),
    ...names('min'),
    ...(type === 'Pod'
      ? barred.map((field) => forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'"))
      : [...names('default'), ...names('defaultRequest')]),
    ...(type === 'PersistentVolumeClaim' && !hasStorage
      ? [
          required(
            `${path}.limits`,
            'either minimum or maximum storage value is required, but neither was provided',
          ),
        ]
      : []),
    ...names('maxLimitRequestRatio'),
    ...keysOf(limit).flatMap((name) => orderErrors(limit, name, path)),
  ]
}

function keysOf(limit: JsonObject): readonly string[] {
  const fields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio']
  return [...new Set(fields.flatMap((field) => Object.keys(objectIn(limit, field))))].sort()
}

/** Each amount has to lie between those that bound it. */
function orderErrors(limit: JsonObject, name: string, path: string): readonly FieldError[] {
  const of = (field: string): string | undefined => {
    const value = objectIn(limit, field)[name]
    return value === undefined ? undefined : `${value}`
  }
  const [min, max, most, asked, ratio] = [
    'min',
    'max',
    'default',
    'defaultRequest',
    'maxLimitRequestRatio',
  ].map(of)
  const over = (low: string | undefined, high: string | undefined): boolean =>
    low !== undefined && high !== undefined && quantityValue(low) > quantityValue(high)
  const at = (field: string): string => `${path}.${field}[${name}]`
  const wrong = (isWrong: boolean, error: () => FieldError): readonly FieldError[] =>
    isWrong ? [error()] : []
  return [
    ...wrong(over(min, max), () =>
      invalid(at('min'), `${min}`, `min value ${min} is greater than max value ${max}`),
    ),
    ...wrong(over(min, asked), () =>
      invalid(
        at('defaultRequest'),
        `${asked}`,
        `min value ${min} is greater than default request value ${asked}`,
      ),
    ),
    ...wrong(over(asked, max), () =>
      invalid(
        at('defaultRequest'),
        `${asked}`,
        `default request value ${asked} is greater than max value ${max}`,
      ),
    ),
    ...wrong(over(asked, most), () =>
      invalid(
        at('defaultRequest'),
        `${asked}`,
        `default request value ${asked} is greater than default limit value ${most}`,
      ),
    ),
    ...wrong(over(min, most), () =>
      invalid(at('default'), `${min}`, `min value ${min} is greater than default value ${most}`),
    ),
    ...wrong(over(most, max), () =>
      invalid(at('default'), `${max}`, `default value ${most} is greater than max value ${max}`),
    ),
    ...wrong(ratio !== undefined && quantityValue(ratio) < ONE, () =>
      invalid(at('maxLimitRequestRatio'), `${ratio}`, `ratio ${ratio} is less than 1`),
    ),
  ]
}
