/**
 * Client: talks to any Kubernetes API, over HTTPS or in this process.
 *
 *   client/      get, list, watch, create, update, patch, apply, delete, and parts of objects
 *   kinds/       what sorts of objects there are: described, or found out from the server
 *   watch/       follows a collection through every fault of the line
 *   informer/    local copies that a watch keeps up to date, shared, with indexes and handlers
 *   lease/       what leader election is built of
 *   selectors/   which objects, by labels and fields
 *   errors/      what goes wrong, and what may be done about it
 *   config/      where a cluster is and who asks: kubeconfig, plugins, the cluster around
 *   transport/   the contract of whatever carries requests; in this process; sending again
 *   http/        HTTP/2 and 1.1 over connections that are kept, through proxies
 *   json/        values as Kubernetes reads and writes them
 */
export {
  Client,
  type ClientOptions,
  type StreamOptions,
  type TransformOptions,
  type WatchOptions,
} from './client/client.ts'
export { type ConnectOptions, clientFor, connect } from './client/connect.ts'
export type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  JsonPatchStep,
  ListOptions,
  Patch,
  RequestOptions,
  SelectOptions,
  WriteOptions,
} from './client/request-options.ts'
export type { Written } from './client/written.ts'
export { type Access, type AccessOptions, accessOf } from './config/access.ts'
export type { Environment } from './config/environment.ts'
export { type FindAccessOptions, findAccess, loadKubeconfig } from './config/find-access.ts'
export type { Impersonation } from './config/impersonation.ts'
export { type InClusterOptions, inClusterAccess, isInCluster } from './config/in-cluster.ts'
export { type Kubeconfig, mergeKubeconfigs, parseKubeconfig } from './config/kubeconfig.ts'
export { ApiError } from './errors/api-error.ts'
export * from './errors/error-reasons.ts'
export * from './errors/errors.ts'
export { type ConflictOptions, retryOnConflict } from './errors/retry-on-conflict.ts'
export type { Status, StatusCause, StatusDetails } from './errors/status.ts'
export type { ClientCertificate, Credentials, Endpoint } from './http/endpoint.ts'
export { type HttpTransportOptions, httpTransport } from './http/http-transport.ts'
export type { Change } from './informer/change.ts'
export type { Handler } from './informer/handler-queue.ts'
export { type Handling, Informer, type InformerHealth, type InformerOptions } from './informer/informer.ts'
export { Informers } from './informer/informers.ts'
export { IndexError } from './informer/object-cache.ts'
export type { IndexFunction } from './informer/object-index.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type * from './kinds/api-object.ts'
export * from './kinds/builtin-kinds.ts'
export type { ServedKind } from './kinds/discovery.ts'
export { formatKey, keyOf, parseKey } from './kinds/key-of.ts'
export {
  apiVersionOf,
  isSameKind,
  type Kind,
  kindOf,
  metadataOf,
  pathOf,
  splitApiVersion,
} from './kinds/kind.ts'
export { fullNameOf, KindMap } from './kinds/kind-map.ts'
export {
  decideLease,
  type LeaseDecision,
  type LeaseView,
  microTime,
  releasedLease,
} from './lease/decide-lease.ts'
export { type LeaseAttempt, LeaseLock, type LeaseLockOptions } from './lease/lease-lock.ts'
export { type FieldSelector, formatFieldSelector } from './selectors/field-selector.ts'
export {
  formatLabelSelector,
  type LabelSelector,
  type LabelTerm,
  labelMatcher,
} from './selectors/label-selector.ts'
export {
  type InProcessAnswer,
  type InProcessOptions,
  type InProcessRequest,
  type InProcessServer,
  type InProcessUser,
  inProcessTransport,
} from './transport/in-process-transport.ts'
export { type Retry, type RetryOptions, retryingTransport } from './transport/retrying-transport.ts'
export type { AnswerBody, Transport, TransportAnswer, TransportRequest } from './transport/transport.ts'
export { compareVersions, isOlder } from './watch/compare-versions.ts'
export type { StreamEvent, WatchEvent, WatchNotice } from './watch/watch-event.ts'
export {
  type StreamStart,
  type WatchSettings,
  type WatchSource,
  watchObjects,
} from './watch/watch-objects.ts'
