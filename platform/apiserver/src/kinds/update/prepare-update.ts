import { isSame, type JsonObject } from '../../json/json-value.ts'
import { type Draft, madePart, part } from '../defaults/draft.ts'
import type { KindName } from '../defaults/with-defaults.ts'
import { keepAllocated } from './keep-allocated.ts'

type Preparation = (draft: Draft, before: Draft) => void

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  '/Namespace': keepFinalizers,
  '/Service': keepAllocated,
  'apps/DaemonSet': countTemplates,
}

/**
 * An updated object with what its writer may leave out or cannot change: allocated addresses, the finalizers of a
 * namespace, the count of a daemon set's templates. Both have their defaults; status is another's matter.
 */
export function prepareUpdate(before: JsonObject, after: JsonObject, { group, kind }: KindName): JsonObject {
  const prepare = PREPARATIONS[`${group}/${kind}`]
  if (prepare === undefined) return after
  const draft = structuredClone(after) as Draft
  prepare(draft, structuredClone(before) as Draft)
  return draft
}

/** They go one by one, through the subresource for it. */
function keepFinalizers(draft: Draft, before: Draft): void {
  const finalizers = part(before, 'spec')?.finalizers
  const spec = madePart(draft, 'spec')
  if (finalizers === undefined) delete spec.finalizers
  else spec.finalizers = finalizers
}

function countTemplates(draft: Draft, before: Draft): void {
  const count = Number(part(part(before, 'metadata'), 'annotations')?.[TEMPLATE_GENERATION] ?? 1)
  const isChanged = !isSame(part(draft, 'spec')?.template, part(before, 'spec')?.template)
  const annotations = madePart(madePart(draft, 'metadata'), 'annotations')
  annotations[TEMPLATE_GENERATION] = `${isChanged ? count + 1 : count}`
}
