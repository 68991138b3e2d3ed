import type { Duration } from '../controller/duration.ts'
import { after, done, type Outcome } from '../controller/outcome.ts'

/** What a reconciler answers in Fabrica's form: nothing, at once again, or again after a time. An error is thrown. */
export type Result =
  | { readonly requeue?: false; readonly requeueAfter?: undefined }
  | { readonly requeue: true; readonly requeueAfter?: undefined }
  | { readonly requeue?: false; readonly requeueAfter: Duration }

/** The outcome that a result stands for. From code without types both can be set: then at once wins. */
export function outcomeOf(result: Result | undefined): Outcome {
  if (result?.requeue === true) return after(0, 'requeue')
  return result?.requeueAfter === undefined ? done : after(result.requeueAfter, 'periodic')
}
