import type { QueueHooks } from '../queue/queue-hooks.ts'
import type { QueueState } from '../queue/queue-state.ts'
import type { MetricRegistry } from './metric-registry.ts'

/** From ten nanoseconds to a thousand seconds, as client-go has them. */
const SECONDS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1_000]

export interface QueueMetrics {
  readonly hooks: QueueHooks
  /** Connects what is looked up when somebody reads it. */
  watch(queue: { describe(): Pick<QueueState<unknown>, 'processing'> }): void
}

/** Counts what a queue does, under client-go's names and the plain ones (`work_queue_depth`, `work_queue_latency`). */
export function queueMetrics(registry: MetricRegistry, name: string): QueueMetrics {
  const names = { name, controller: name }
  const labels = ['name', 'controller'] as const
  const counter = (metric: string, help: string) =>
    registry.counter({ name: metric, help, labels }).with(names)
  const gauge = (metric: string, help: string) => registry.gauge({ name: metric, help, labels }).with(names)
  const seconds = (metric: string, help: string) =>
    registry.histogram({ name: metric, help, labels, buckets: SECONDS }).with(names)

  const depths = registry.gauge({
    name: 'workqueue_depth',
    help: 'Keys that wait, by priority',
    labels: ['name', 'controller', 'priority'],
  })
  const plain = registry.gauge({ name: 'work_queue_depth', help: 'Keys that wait', labels: ['controller'] })
  const depth = plain.with({ controller: name })
  const adds = counter('workqueue_adds_total', 'Keys that were asked for')
  const retries = counter('workqueue_retries_total', 'Keys that failed and wait to be tried again')
  const waiting = seconds('workqueue_queue_duration_seconds', 'How long keys wait before they are taken')
  const latency = registry
    .histogram({
      name: 'work_queue_latency',
      help: 'Seconds that keys wait before they are taken',
      labels: ['controller'],
      buckets: SECONDS,
    })
    .with({ controller: name })
  const working = seconds('workqueue_work_duration_seconds', 'How long taken keys are worked on')
  const unfinished = gauge('workqueue_unfinished_work_seconds', 'Seconds of work on keys that are not done')
  const longest = gauge(
    'workqueue_longest_running_processor_seconds',
    'Seconds of work on the key that takes longest',
  )

  return {
    hooks: {
      added: () => adds.add(),
      depth: (change, priority) => {
        depth.add(change)
        depths.with({ ...names, priority }).add(change)
      },
      taken: (ms) => {
        waiting.observe(ms / 1_000)
        latency.observe(ms / 1_000)
      },
      finished: (ms) => working.observe(ms / 1_000),
      retried: () => retries.add(),
    },
    watch: (queue) => {
      const worked = (): readonly number[] =>
        queue.describe().processing.map(({ workedMs }) => workedMs / 1_000)
      unfinished.from(() => worked().reduce((sum, each) => sum + each, 0))
      longest.from(() => Math.max(0, ...worked()))
    },
  }
}
