import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { invalid } from '../complaints.ts'
import { objectIn, textIn } from '../members.ts'

const MIRROR = 'kubernetes.io/config.mirror'
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'

/** What is wrong with the annotations that mean something on a pod. */
export function checkPodAnnotations(
  metadata: JsonObject,
  spec: JsonObject,
  path: string,
): readonly FieldError[] {
  const annotations = objectIn(metadata, 'annotations')
  const mirror = annotations[MIRROR]
  const cost = annotations[DELETION_COST]
  const errors: FieldError[] = []
  if (typeof mirror === 'string' && textIn(spec, 'nodeName') === '')
    errors.push(
      invalid(`${path}[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set'),
    )
  if (typeof cost === 'string' && !isCost(cost))
    errors.push(invalid(`${path}[${DELETION_COST}]`, cost, 'must be a 32bit integer'))
  return errors
}

function isCost(text: string): boolean {
  const value = Number(text)
  return /^-?(0|[1-9]\d*)$/.test(text) && value >= -(2 ** 31) && value < 2 ** 31
}
