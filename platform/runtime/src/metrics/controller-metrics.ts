import type { LoopHooks, ReconcileResult } from '../controller/reconcile.ts'
import type { MetricRegistry } from './metric-registry.ts'

/** The bounds of controller-runtime, so that dashboards made for it fit. */
const SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
]
const LABELS = ['controller'] as const

/** What each end counts as under controller-runtime's label. */
const RESULTS: Readonly<Record<ReconcileResult, string>> = {
  success: 'success',
  requeue_after: 'requeue_after',
  error: 'error',
  terminal: 'error',
}

/** Counts what a controller does, under controller-runtime's names and the plain ones (`reconcile_total` and so on). */
export function controllerMetrics(
  registry: MetricRegistry,
  { controller, concurrency }: { readonly controller: string; readonly concurrency: () => number },
): LoopHooks {
  const counter = (name: string, help: string) =>
    registry.counter({ name, help, labels: LABELS }).with({ controller })
  const seconds = (name: string, help: string) =>
    registry.histogram({ name, help, labels: LABELS, buckets: SECONDS }).with({ controller })
  const gauge = (name: string, help: string) =>
    registry.gauge({ name, help, labels: LABELS }).with({ controller })

  const results = registry.counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles by controller and result',
    labels: ['controller', 'result'],
  })
  const byResult = Object.fromEntries(
    ['success', 'error', 'requeue_after', 'requeue'].map((result) => [
      result,
      results.with({ controller, result }),
    ]),
  )
  const total = counter('reconcile_total', 'Reconciles')
  const errors = [
    counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed'),
    counter('reconcile_errors_total', 'Reconciles that failed'),
  ]
  const terminal = counter(
    'controller_runtime_terminal_reconcile_errors_total',
    'Reconciles that failed for good',
  )
  const panics = counter(
    'controller_runtime_reconcile_panics_total',
    'Reconcilers that threw a mistake in their code',
  )
  const timeouts = counter('controller_runtime_reconcile_timeouts_total', 'Reconciles whose time was up')
  const times = [
    seconds('controller_runtime_reconcile_time_seconds', 'How long reconciles take'),
    seconds('reconcile_duration_seconds', 'How long reconciles take'),
  ]
  const active = gauge('controller_runtime_active_workers', 'Reconciles in flight')
  gauge('controller_runtime_max_concurrent_reconciles', 'Reconciles that may be in flight').from(concurrency)

  return {
    started: () => active.add(1),
    finished: (result, ms) => {
      active.add(-1)
      total.add()
      byResult[RESULTS[result]]?.add()
      for (const time of times) time.observe(ms / 1_000)
      if (result === 'terminal') terminal.add()
      if (RESULTS[result] === 'error') for (const error of errors) error.add()
    },
    panicked: () => panics.add(),
    timedOut: () => timeouts.add(),
  }
}
