import { OptionError } from '../errors.ts'
import { Counter } from './counter.ts'
import { Gauge } from './gauge.ts'
import { Histogram, type HistogramOptions } from './histogram.ts'
import type { Metric, MetricOptions } from './metric.ts'
import { prometheusText } from './prometheus-text.ts'

/** All metrics of one process. Asking twice for the same metric gives the same one; asking for another under its name fails. */
export class MetricRegistry {
  readonly #metrics = new Map<string, Metric>()

  counter<const Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
    return this.#once(new Counter(options))
  }

  gauge<const Label extends string = never>(options: MetricOptions<Label>): Gauge<Label> {
    return this.#once(new Gauge(options))
  }

  histogram<const Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label> {
    return this.#once(new Histogram(options))
  }

  metrics(): readonly Metric[] {
    return [...this.#metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** What Prometheus reads; to be served as `PROMETHEUS_TEXT`. */
  text(): string {
    return prometheusText(this.metrics())
  }

  #once<M extends Metric>(made: M): M {
    const known = this.#metrics.get(made.name)
    if (known === undefined) {
      this.#metrics.set(made.name, made)
      return made
    }
    const same = known.type === made.type && known.labels.join() === made.labels.join()
    if (same) return known as M
    throw new OptionError(`cannot make metric ${made.name}: there is another ${known.type} of that name`)
  }
}
