import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { runErrors } from './check-job.ts'
import { countErrors } from './check-workloads.ts'
import { invalid, required, unsupported } from './complaints.ts'
import { cronError } from './cron-error.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, maybeObject, objectIn, textIn } from './members.ts'
import { oneOf } from './one-of.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const

/** A cron job: when it runs, and the job that it makes. */
export const checkCronJob: KindCheck = kindCheck({
  rules: RULES,
  order: 'metadata-spec',
  spec: (job, old) => {
    const spec = objectIn(job, 'spec')
    const name = textIn(job.metadata, 'name')
    const isLong = old === undefined && Buffer.byteLength(name) > 52
    return [
      ...cronErrors(spec, old && objectIn(old, 'spec')),
      ...(isLong ? [invalid('metadata.name', name, 'must be no more than 52 characters')] : []),
    ]
  },
})

function cronErrors(spec: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const template = objectIn(objectIn(spec, 'jobTemplate'), 'spec')
  const path = 'spec.jobTemplate.spec'
  const selector = maybeObject(template, 'selector')
  return [
    ...scheduleErrors(spec, old),
    ...countErrors(spec, 'spec', ['startingDeadlineSeconds']),
    ...(old !== undefined && isSame(old.timeZone, spec.timeZone) ? [] : zoneErrors(spec)),
    ...oneOf(textIn(spec, 'concurrencyPolicy'), ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...runErrors(template, path),
    ...(selector ? [invalid(`${path}.selector`, selector, '`selector` will be auto-generated')] : []),
    ...(template.manualSelector === true
      ? [unsupported(`${path}.manualSelector`, true, ['nil', 'false'])]
      : []),
    ...countErrors(spec, 'spec', ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']),
  ]
}

function scheduleErrors(spec: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const field = 'spec.schedule'
  const schedule = textIn(spec, 'schedule')
  if (schedule === '') return [required(field, '')]
  const wrong = cronError(schedule)
  const errors = wrong === undefined ? [] : [invalid(field, schedule, wrong)]
  if (!schedule.includes('TZ')) return errors
  if (!textIn(old ?? {}, 'schedule').includes('TZ'))
    return [
      ...errors,
      invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    ]
  return has(spec, 'timeZone')
    ? [...errors, invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')]
    : errors
}

function zoneErrors(spec: JsonObject): readonly FieldError[] {
  const zone = spec.timeZone
  const field = 'spec.timeZone'
  if (typeof zone !== 'string') return []
  if (zone === '') return [invalid(field, zone, 'timeZone must be nil or non-empty string')]
  const unknown = invalid(field, zone, `unknown time zone ${zone}`)
  const isOdd = zone.split('/').some((part) => /^\.\.?$|^-/.test(part) || !/^[A-Za-z._0-9+-]{1,}$/.test(part))
  if (isOdd) return [unknown]
  if (zone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    return zone === 'Local' ? [invalid(field, zone, detail)] : [invalid(field, zone, detail), unknown]
  }
  return isZone(zone) ? [] : [unknown]
}

function isZone(zone: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
    // Go's names are those of files: one that differs only in case is another.
    return timeZone === zone || timeZone.toLowerCase() !== zone.toLowerCase()
  } catch {
    return false
  }
}
