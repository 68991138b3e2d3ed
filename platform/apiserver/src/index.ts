/**
 * API server: the Kubernetes API on a ledger. Being built; what is here is proven by its tests, what is not is not there.
 *
 *   json/       values as Kubernetes reads and writes them
 *   status/     what goes wrong, as clients are told
 *   selectors/  which objects a request is about
 *   patch/      JSON patch, merge patch, strategic merge patch
 *   schema/     structural schemas: prune, default, validate
 *   apply/      server-side apply: who owns which field
 */
export {
  ApiError,
  type ApiErrorOptions,
  type Status,
  type StatusCause,
  type StatusDetails,
} from './status/api-error.ts'
