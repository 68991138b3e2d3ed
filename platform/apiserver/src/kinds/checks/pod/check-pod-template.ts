import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkLabels } from '../check-labels.ts'
import { checkAnnotations } from '../check-metadata.ts'
import { forbidden } from '../complaints.ts'
import { listIn, objectIn } from '../members.ts'
import { checkPodAnnotations } from './check-pod-annotations.ts'
import { checkPodSpec } from './check-pod-spec.ts'

/** What is wrong with the template of pods. */
export function checkPodTemplate(template: JsonObject, path: string): readonly FieldError[] {
  const metadata = objectIn(template, 'metadata')
  const spec = objectIn(template, 'spec')
  return [
    ...checkLabels(metadata.labels, `${path}.labels`),
    ...checkAnnotations(metadata, `${path}.annotations`),
    ...checkPodAnnotations(metadata, spec, `${path}.annotations`),
    ...checkPodSpec(spec, { path: `${path}.spec` }),
    ...(listIn(spec, 'ephemeralContainers').length > 0
      ? [forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
  ]
}
