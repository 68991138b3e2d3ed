import { quote } from '../json/quote.ts'
import type { Verb } from '../resources/resource.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import type { FieldError } from '../status/field-error.ts'
import type { RequestContext } from './request-context.ts'

/** What the options of each verb are called; those of reads are only looked at where they have numbers. */
const KINDS: Readonly<Partial<Record<Verb, string>>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  delete: 'DeleteOptions',
  deletecollection: 'DeleteOptions',
}
const NUMBERS: Readonly<Partial<Record<Verb, readonly string[]>>> = {
  list: ['timeoutSeconds', 'limit'],
  watch: ['timeoutSeconds', 'limit'],
  deletecollection: ['timeoutSeconds', 'limit', 'gracePeriodSeconds'],
  delete: ['gracePeriodSeconds'],
}
const VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn']
const LONGEST_MANAGER = 128

/** Refuses options that no verb can have, before anything is read or looked for. */
export function checkOptions({ request: { query } }: Pick<RequestContext, 'request'>, verb: Verb): void {
  for (const name of NUMBERS[verb] ?? []) {
    const text = query.get(name) ?? ''
    if (!/^[+-]?\d*$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${quote(text)}: invalid syntax`)
    if (text.length > 18 && Math.abs(Number(text)) > 2 ** 63)
      throw badRequest(`strconv.ParseInt: parsing ${quote(text)}: value out of range`)
  }
  const kind = KINDS[verb]
  if (kind === undefined) return
  const errors = [...dryRunErrors(query), ...(kind === 'DeleteOptions' ? [] : writeErrors(query))]
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind, name: '' }, errors)
}

function dryRunErrors(query: URLSearchParams): readonly FieldError[] {
  const given = query.getAll('dryRun').filter((value) => value !== '')
  if (given.every((value) => value === 'All')) return []
  const value = `[${given.map((each) => JSON.stringify(each)).join(',')}]`
  return [{ field: 'dryRun', type: 'FieldValueNotSupported', value, detail: 'supported values: "All"' }]
}

function writeErrors(query: URLSearchParams): readonly FieldError[] {
  const errors: FieldError[] = []
  const manager = query.get('fieldManager') ?? ''
  if (Buffer.byteLength(manager) > LONGEST_MANAGER) {
    const detail = `may not be more than ${LONGEST_MANAGER} bytes`
    errors.push({ field: 'fieldManager', type: 'FieldValueTooLong', value: '<value omitted>', detail })
  }
  const unprintable = [...manager].findIndex((character) => /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character))
  if (unprintable !== -1) {
    const code = [...manager][unprintable]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const detail = `invalid character U+${code} (at position ${unprintable})`
    errors.push({ field: 'fieldManager', type: 'FieldValueInvalid', value: quote(manager), detail })
  }
  const validation = query.get('fieldValidation') ?? ''
  if (!VALIDATIONS.includes(validation)) {
    const detail = `supported values: ${VALIDATIONS.map((value) => JSON.stringify(value)).join(', ')}`
    errors.push({
      field: 'fieldValidation',
      type: 'FieldValueNotSupported',
      value: quote(validation),
      detail,
    })
  }
  return errors
}
