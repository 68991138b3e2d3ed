import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ControllerLoop } from '../controller/controller-loop.ts'
import { after, done, fail, retry } from '../controller/outcome.ts'
import { WorkQueue } from '../queue/work-queue.ts'
import { controllerMetrics } from './controller-metrics.ts'
import { MetricRegistry } from './metric-registry.ts'
import { queueMetrics } from './queue-metrics.ts'

/** A controller that answered once each way, and holds one key. */
async function worked() {
  const clock = new VirtualClock()
  const registry = new MetricRegistry()
  const metrics = queueMetrics(registry, 'devices')
  const queue = new WorkQueue<string>({ clock, random: seededRandom(1), hooks: metrics.hooks })
  metrics.watch(queue)
  const gate = Promise.withResolvers<void>()
  const answers = { ok: done, later: after('1h'), bad: retry('no'), never: fail('no') }
  const loop: ControllerLoop<string> = new ControllerLoop<string>({
    name: 'devices',
    queue,
    clock,
    hooks: controllerMetrics(registry, { controller: 'devices', concurrency: () => loop.concurrency }),
    reconcile: async (key) => {
      if (key === 'held') await gate.promise
      if (key === 'broken') throw new TypeError('x is not a function')
      return answers[key as keyof typeof answers] ?? done
    },
  })
  const abort = new AbortController()
  const ended = loop.run(abort.signal)
  for (const key of ['ok', 'later', 'bad', 'never', 'broken', 'held', 'waits']) loop.enqueue(key)
  await clock.advance(2)
  const text = registry.text()
  abort.abort()
  gate.resolve()
  await ended
  return { text, after: registry.text() }
}

const { text, after: ended } = await worked()
const sampleOf = (series: string, from = text): number | undefined => {
  const line = from.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('metrics of a controller', () => {
  it.each([
    ['S43', 'reconcile_total{controller="devices"}', 5],
    ['S44', 'reconcile_errors_total{controller="devices"}', 3],
    ['S45', 'reconcile_duration_seconds_count{controller="devices"}', 5],
    ['S46', 'work_queue_depth{controller="devices"}', 1],
    ['S47', 'work_queue_latency_count{controller="devices"}', 6],
  ])('have the plain name (%s): %s', (_, series, value) => {
    expect(sampleOf(series)).toBe(value)
  })

  const queue = '{name="devices",controller="devices"}'
  it.each([
    ['controller_runtime_reconcile_total{controller="devices",result="success"}', 1],
    ['controller_runtime_reconcile_total{controller="devices",result="requeue_after"}', 1],
    ['controller_runtime_reconcile_total{controller="devices",result="error"}', 3],
    ['controller_runtime_reconcile_total{controller="devices",result="requeue"}', 0],
    ['controller_runtime_reconcile_errors_total{controller="devices"}', 3],
    ['controller_runtime_terminal_reconcile_errors_total{controller="devices"}', 1],
    ['controller_runtime_reconcile_panics_total{controller="devices"}', 1],
    ['controller_runtime_reconcile_timeouts_total{controller="devices"}', 0],
    ['controller_runtime_reconcile_time_seconds_count{controller="devices"}', 5],
    ['controller_runtime_max_concurrent_reconciles{controller="devices"}', 1],
    ['controller_runtime_active_workers{controller="devices"}', 1],
    ['workqueue_depth{name="devices",controller="devices",priority="0"}', 1],
    [`workqueue_adds_total${queue}`, 7],
    [`workqueue_queue_duration_seconds_count${queue}`, 6],
    [`workqueue_work_duration_seconds_count${queue}`, 5],
    [`workqueue_unfinished_work_seconds${queue}`, 0.002],
    [`workqueue_longest_running_processor_seconds${queue}`, 0.002],
    [`workqueue_retries_total${queue}`, 2],
  ])('have the name that dashboards know: %s', (series, value) => {
    expect(sampleOf(series)).toBe(value)
  })

  it('have no label that names an object (trap: per-object labels)', () => {
    for (const key of ['held', 'waits', 'broken', 'later']) expect(text).not.toContain(`"${key}"`)
  })

  it('go back to nothing when the controller has ended', () => {
    expect(sampleOf('work_queue_depth{controller="devices"}', ended)).toBe(0)
    expect(sampleOf('controller_runtime_active_workers{controller="devices"}', ended)).toBe(0)
  })
})
