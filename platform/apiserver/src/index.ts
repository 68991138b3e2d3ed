/**
 * API server: the Kubernetes API on a ledger, in this process or over HTTPS.
 *
 *   server/      the control plane: starts everything, answers requests
 *   http/        the door for others: HTTPS with HTTP/2 and 1.1
 *   requests/    what a path asks for
 *   auth/        who somebody is, and what they may do
 *   verbs/       get, list, watch, create, update, patch, apply, delete
 *   admission/   webhooks and policies that change or refuse writes
 *   storage/     objects on the ledger
 *   resources/   what is served, and what objects look like
 *   kinds/       the built-in kinds of a stock server, as a table
 *   builtin/     what the server itself does for built-in kinds
 *   crd/         custom kinds
 *   conversion/  objects of custom kinds from one version to another
 *   scale/       how many are wanted, as one small object
 *   discovery/   what is served, told to clients
 *   openapi/     what it looks like, told to clients
 *   output/      tables and metadata instead of whole objects
 *   json/        values as Kubernetes reads and writes them
 *   status/      what goes wrong, as clients are told
 *   selectors/   which objects a request is about
 *   patch/       JSON patch, merge patch, strategic merge patch
 *   apply/       server-side apply: who owns which field
 *   schema/      structural schemas: prune, default, validate
 *   cel/         the language of rules: check it, run it, know what it costs
 *   tls/         certificates
 *   audit/       who did what, in a journal
 *   chaos/       faults that real servers show their clients, on purpose
 */
export type { AuditEvent, AuditLevel } from './audit/audit-event.ts'
export { AuditTrail, type AuditTrailOptions } from './audit/audit-trail.ts'
export { audited } from './audit/audited.ts'
export { type AuditItem, type AuditQuery, readAudit } from './audit/read-audit.ts'
export { parseTokenFile, type TokenFile } from './auth/authentication/parse-token-file.ts'
export { makeSigningKey } from './auth/service-accounts/signing-key.ts'
export type { User } from './auth/user.ts'
export { CHAOS_DEFAULTS, type ChaosRates } from './chaos/chaos-rates.ts'
export { CHAOS_HEADER, type ChaosOptions, withChaos } from './chaos/with-chaos.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type { ApiAnswer, ApiRequest } from './server/api-request.ts'
export {
  type ControlPlane,
  type ControlPlaneOptions,
  type Handle,
  type ListenOptions,
  startControlPlane,
} from './server/control-plane.ts'
export {
  ApiError,
  type ApiErrorOptions,
  type Status,
  type StatusCause,
  type StatusDetails,
} from './status/api-error.ts'
export { type CertificateOptions, type Certified, makeCertificate } from './tls/certificate.ts'
