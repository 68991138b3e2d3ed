/**
 * Runtime: what a controller is written against.
 *
 *   kind/        schemas → types, definition (CRD), validation
 *   queue/       which key is next, and when
 *   controller/  the loop: take a key, reconcile, look again; outcomes and sources
 *   status/      conditions, and one write of what differs
 *   ownership/   owner references, and children that are no longer wanted
 *   finalizer/   apply and cleanup, side by side
 *   events/      what is told to people about an object, without floods
 *   bus/         CloudEvents between parts of a system
 *   metrics/     counters, gauges, histograms, and what every controller shows
 *   json/        compare and patch
 *   fabrica/     the names of Fabrica's manual, thin over the rest
 *   errors       what goes wrong here, each with its code
 */
export { type BusSourceOptions, busSource, ownMark } from './bus/bus-source.ts'
export type { CloudEvent } from './bus/cloud-event.ts'
export type { EventBus, EventHandler, Subscription } from './bus/event-bus.ts'
export { EventPatternError, eventPattern } from './bus/event-pattern.ts'
export { type EventSettings, readEventSettings } from './bus/event-settings.ts'
export {
  BusClosedError,
  BusFullError,
  MemoryEventBus,
  type MemoryEventBusOptions,
} from './bus/memory-event-bus.ts'
export * from './bus/resource-events.ts'
export { ChannelSource } from './controller/channel-source.ts'
export { ControllerLoop, type ControllerLoopOptions } from './controller/controller-loop.ts'
export { type Duration, millisecondsOf } from './controller/duration.ts'
export { errorOutcome, isGone, isPermanent, isTransient } from './controller/error-outcome.ts'
export { after, done, fail, isOutcome, type Outcome, retry } from './controller/outcome.ts'
export * from './controller/predicates.ts'
export type { LoopHooks, Reconcile, ReconcileContext, ReconcileResult } from './controller/reconcile.ts'
export type { Enqueue, EnqueueOptions, Source } from './controller/source.ts'
export { type TimerSourceOptions, timerSource } from './controller/timer-source.ts'
export {
  type Followed,
  itself,
  itsOwner,
  type WatchSourceOptions,
  watchSource,
} from './controller/watch-source.ts'
export * from './errors.ts'
export * from './events/event-sieve.ts'
export * as fabrica from './fabrica/fabrica.ts'
export * from './finalizer/finalizer.ts'
export { isSame } from './json/is-same.ts'
export type { JsonObject, JsonValue } from './json/json-value.ts'
export { mergePatch } from './json/merge-patch.ts'
export type { Column, PrinterColumn } from './kind/columns.ts'
export type {
  CustomResourceDefinition,
  DefinedVersion,
  ScalePaths,
} from './kind/custom-resource-definition.ts'
export { formatYaml } from './kind/format-yaml.ts'
export type { Infer, OptionalSchema, Schema } from './kind/infer.ts'
export * from './kind/resource.ts'
export type { ResourceMeta } from './kind/resource-meta.ts'
export { type Rule, schema } from './kind/schema.ts'
export { SchemaError } from './kind/schema-error.ts'
export type { StandardSchema } from './kind/standard-schema.ts'
export type { StructuralSchema } from './kind/structural-schema.ts'
export { toStructural } from './kind/to-structural.ts'
export { type Issue, validate } from './kind/validate.ts'
export { withDefaults } from './kind/with-defaults.ts'
export { controllerMetrics } from './metrics/controller-metrics.ts'
export type { Counter } from './metrics/counter.ts'
export type { Gauge } from './metrics/gauge.ts'
export type { Histogram, HistogramOptions } from './metrics/histogram.ts'
export type { MetricOptions } from './metrics/metric.ts'
export { MetricRegistry } from './metrics/metric-registry.ts'
export { PROMETHEUS_TEXT } from './metrics/prometheus-text.ts'
export { type QueueMetrics, queueMetrics } from './metrics/queue-metrics.ts'
export type { Owned, OwnerReference } from './ownership/owned.ts'
export * from './ownership/owner-reference.ts'
export { Backoff, type BackoffOptions } from './queue/backoff.ts'
export type { QueueHooks } from './queue/queue-hooks.ts'
export type { QueueState } from './queue/queue-state.ts'
export { TokenBucket, type TokenBucketOptions } from './queue/token-bucket.ts'
export { type AddOptions, WorkQueue, type WorkQueueOptions } from './queue/work-queue.ts'
export * from './status/condition.ts'
export { type ConditionText, type Reported, StatusDraft } from './status/status-draft.ts'
