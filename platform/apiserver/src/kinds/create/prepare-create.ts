import { formatJson } from '../../json/format-json.ts'
import type { JsonObject } from '../../json/json-value.ts'
import { type Draft, madePart, part, setDefaults } from '../defaults/draft.ts'
import type { KindName } from '../defaults/with-defaults.ts'
import { preparePod } from './prepare-pod.ts'
import { prepareService } from './prepare-service.ts'

/** What only the server knows about the object that it creates. */
export interface CreateFacts {
  readonly uid: string
  /** RFC 3339, whole seconds. */
  readonly now: string
  /** Five characters for a name, as of generateName. */
  readonly suffix: string
  /** Whether the service account wants its token in pods; true unless it says otherwise. */
  readonly automountToken?: boolean
}

type Preparation = (draft: Draft, facts: CreateFacts) => void

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  '/Namespace': namespace,
  '/Node': (node) => add(madePart(node, 'spec'), 'taints', NOT_READY),
  '/PersistentVolume': persistentVolume,
  '/PersistentVolumeClaim': (claim) =>
    add(madePart(claim, 'metadata'), 'finalizers', 'kubernetes.io/pvc-protection'),
  '/Pod': preparePod,
  '/Service': prepareService,
  'apps/DaemonSet': daemonSet,
  'batch/Job': job,
}

/**
 * A new object with what the server's strategies and standard admission add besides defaults; `object` has those and no
 * status of its own. Cluster IPs and node ports are not allocated here.
 */
export function prepareCreate(object: JsonObject, kind: KindName, facts: CreateFacts): JsonObject {
  const prepare = PREPARATIONS[`${kind.group}/${kind.kind}`]
  if (prepare === undefined) return object
  const draft = structuredClone(object) as Draft
  prepare(draft, facts)
  return draft
}

/** Adds to a list what is not in it yet. */
function add(draft: Draft, field: string, value: string | Draft): void {
  const list = Array.isArray(draft[field]) ? draft[field] : []
  const isThere = list.some((item) => formatJson(item) === formatJson(value))
  draft[field] = isThere ? list : [...list, value]
}

function namespace(draft: Draft): void {
  add(madePart(draft, 'spec'), 'finalizers', 'kubernetes')
}

function persistentVolume(draft: Draft, { now }: CreateFacts): void {
  add(madePart(draft, 'metadata'), 'finalizers', 'kubernetes.io/pv-protection')
  madePart(draft, 'status').lastPhaseTransitionTime = now
}

function daemonSet(draft: Draft): void {
  const annotations = madePart(madePart(draft, 'metadata'), 'annotations')
  annotations['deprecated.daemonset.template.generation'] = '1'
}

/** A job knows its pods by its uid, unless its writer chose how. */
function job(draft: Draft, { uid }: CreateFacts): void {
  const spec = madePart(draft, 'spec')
  if (spec.manualSelector === true) return
  const name = part(draft, 'metadata')?.name
  const template = madePart(madePart(spec, 'template'), 'metadata')
  for (const metadata of [template, madePart(draft, 'metadata')])
    setDefaults(madePart(metadata, 'labels'), {
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': name,
      'controller-uid': uid,
      'job-name': name,
    })
  const labels = madePart(madePart(spec, 'selector'), 'matchLabels')
  labels['batch.kubernetes.io/controller-uid'] = uid
}
