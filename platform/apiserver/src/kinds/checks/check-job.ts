import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabelSelector } from './check-labels.ts'
import { checkMetadata } from './check-metadata.ts'
import { countErrors, mismatchErrors, selects } from './check-workloads.ts'
import { IMMUTABLE, invalid, invalidText, required, unsupported } from './complaints.ts'
import { goStruct } from './go-struct.ts'
import type { KindCheck } from './kind-check.ts'
import { has, numberIn, objectIn, textIn } from './members.ts'
import { labelErrors } from './name-words.ts'
import { checkPodTemplate } from './pod/check-pod-template.ts'
import { structText } from './struct-text.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const MODES = ['NonIndexed', 'Indexed']
const UIDS = ['controller-uid', 'batch.kubernetes.io/controller-uid']
const NAMES = ['job-name', 'batch.kubernetes.io/job-name']

/** A job: how often its pods run, that they end, and the selector that is made for it. */
export const checkJob: KindCheck = {
  namespaced: true,
  create: wholeErrors,
  update: (job, old) => [
    ...wholeErrors(job),
    ...checkMetadata(job.metadata, RULES, old.metadata),
    ...jobErrors(objectIn(job, 'spec')),
    ...changeErrors(objectIn(job, 'spec'), objectIn(old, 'spec')),
  ],
}

function wholeErrors(job: ApiObject): readonly FieldError[] {
  const spec = objectIn(job, 'spec')
  const completions = numberIn(spec, 'completions') ?? 0
  const { name } = job.metadata
  const host = `${name}-${completions - 1}`
  const isLong = spec.completionMode === 'Indexed' && completions > 0 && labelErrors(host).length > 0
  return [
    ...checkMetadata(ownMetadata(job, spec), RULES),
    ...generatedErrors(job, spec),
    ...jobErrors(spec),
    ...(isLong
      ? [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${host}`)]
      : []),
  ]
}

/** A job without labels has those of its template, but only after it has been checked. */
function ownMetadata({ metadata }: ApiObject, spec: JsonObject): JsonObject {
  const { labels } = objectIn(objectIn(spec, 'template'), 'metadata')
  return isSame(metadata.labels, labels) ? { ...metadata, labels: undefined } : metadata
}

/** Unless its writer chose one, a job's selector is its uid. */
function generatedErrors(job: ApiObject, spec: JsonObject): readonly FieldError[] {
  if (spec.manualSelector === true || !has(spec, 'selector')) return []
  const { uid = '', name } = job.metadata
  const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels')
  const wanted = {
    [UIDS[0] ?? '']: uid,
    [NAMES[0] ?? '']: name,
    [UIDS[1] ?? '']: uid,
    [NAMES[1] ?? '']: name,
  }
  const wrong = Object.entries(wanted).flatMap(([key, value]) => {
    const field = `spec.template.metadata.labels[${key}]`
    if (labels[key] === undefined) return [required(field, `must be '${value}'`)]
    return labels[key] === value ? [] : [invalid(field, labels, `must be '${value}'`)]
  })
  const isOwn = selects(spec.selector, wanted) !== false
  return isOwn
    ? wrong
    : [...wrong, invalid('spec.selector', objectIn(spec, 'selector'), '`selector` not auto-generated')]
}

function jobErrors(spec: JsonObject): readonly FieldError[] {
  return [
    ...runErrors(spec, 'spec'),
    ...(has(spec, 'selector')
      ? checkLabelSelector(spec.selector, 'spec.selector')
      : [required('spec.selector', '')]),
    ...mismatchErrors(spec, 'spec.template'),
  ]
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
]

/** What is wrong with how a job runs its pods; also of one that is still to be made. */
export function runErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const policy = textIn(spec, 'podReplacementPolicy')
  const policies = has(spec, 'podFailurePolicy') ? ['Failed'] : ['Failed', 'TerminatingOrFailed']
  return [
    ...countErrors(spec, path, COUNTS),
    ...(has(spec, 'maxFailedIndexes') && !has(spec, 'backoffLimitPerIndex')
      ? [required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...modeErrors(spec, path),
    ...(policy === '' || policies.includes(policy)
      ? []
      : [unsupported(`${path}.podReplacementPolicy`, policy, policies)]),
    ...checkPodTemplate(objectIn(spec, 'template'), `${path}.template`),
    ...restartErrors(spec, `${path}.template.spec.restartPolicy`),
  ]
}

function modeErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const mode = textIn(spec, 'completionMode')
  const errors =
    mode === '' || MODES.includes(mode) ? [] : [unsupported(`${path}.completionMode`, mode, MODES)]
  if (mode === 'Indexed')
    return has(spec, 'completions')
      ? errors
      : [...errors, required(`${path}.completions`, 'when completion mode is Indexed')]
  if (mode !== '' && mode !== 'NonIndexed') return errors
  return [
    ...errors,
    ...['backoffLimitPerIndex', 'maxFailedIndexes'].flatMap((name) =>
      has(spec, name)
        ? [invalid(`${path}.${name}`, numberIn(spec, name) ?? 0, 'requires indexed completion mode')]
        : [],
    ),
  ]
}

function restartErrors(spec: JsonObject, field: string): readonly FieldError[] {
  const policy = textIn(objectIn(objectIn(spec, 'template'), 'spec'), 'restartPolicy')
  if (policy === 'Always' || policy === '') return [required(field, 'valid values: "OnFailure", "Never"')]
  if (policy !== 'OnFailure' && policy !== 'Never')
    return [unsupported(field, policy, ['OnFailure', 'Never'])]
  return has(spec, 'podFailurePolicy') && policy !== 'Never'
    ? [invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : []
}

function changeErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const kept = (name: string): readonly FieldError[] =>
    isSame(spec[name], old[name]) ? [] : [shown(`spec.${name}`, spec[name])]
  const isTandem = spec.completions === spec.parallelism || isSame(spec.completions, old.completions)
  const completions =
    spec.completionMode !== 'Indexed'
      ? kept('completions')
      : isTandem || !has(spec, 'completions')
        ? []
        : [
            invalid(
              'spec.completions',
              numberIn(spec, 'completions') ?? 0,
              'can only be modified in tandem with spec.parallelism',
            ),
          ]
  const rest = [
    'selector',
    'template',
    'completionMode',
    'podFailurePolicy',
    'backoffLimitPerIndex',
    'managedBy',
  ]
  return [...completions, ...[...rest, 'successPolicy'].flatMap(kept)]
}

function shown(field: string, value: JsonValue | undefined): FieldError {
  const isTemplate = field === 'spec.template' && isObject(value)
  return invalidText(
    field,
    structText(isTemplate ? goStruct('PodTemplateSpec', value) : (value ?? null)),
    IMMUTABLE,
  )
}
