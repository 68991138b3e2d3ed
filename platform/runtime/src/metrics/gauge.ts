import type { LabelValues, Metric, MetricOptions, Sample } from './metric.ts'
import { Series } from './series.ts'

/** One number that goes up and down, or that is looked up whenever somebody reads it. */
export class GaugeChild {
  #value: number | (() => number) = 0

  get value(): number {
    return typeof this.#value === 'function' ? this.#value() : this.#value
  }

  set(value: number): void {
    this.#value = value
  }

  add(amount: number): void {
    this.#value = this.value + amount
  }

  /** Asks for the value each time it is read. */
  from(read: () => number): void {
    this.#value = read
  }
}

/** Shows how much of something there is. */
export class Gauge<Label extends string = never> implements Metric {
  readonly type = 'gauge'
  readonly #series: Series<Label, GaugeChild>

  constructor(options: MetricOptions<Label>) {
    this.#series = new Series(options, () => new GaugeChild())
  }

  get name(): string {
    return this.#series.name
  }

  get help(): string {
    return this.#series.help
  }

  get labels(): readonly Label[] {
    return this.#series.labels
  }

  with(values: LabelValues<Label>): GaugeChild {
    return this.#series.child(values)
  }

  remove(values: LabelValues<Label>): void {
    this.#series.remove(values)
  }

  *samples(): Iterable<Sample> {
    for (const { labels, child } of this.#series.each()) yield { name: this.name, labels, value: child.value }
  }
}
