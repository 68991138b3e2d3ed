import { OptionError } from '../errors.ts'
import type { LabelValues, Metric, MetricOptions, Sample } from './metric.ts'
import { Series } from './series.ts'

/** One number that only grows. */
export class CounterChild {
  #value = 0

  get value(): number {
    return this.#value
  }

  add(amount = 1): void {
    if (!(amount >= 0)) throw new OptionError(`cannot add ${amount} to a counter: it only grows`)
    this.#value += amount
  }
}

/** Counts things that happen. */
export class Counter<Label extends string = never> implements Metric {
  readonly type = 'counter'
  readonly #series: Series<Label, CounterChild>

  constructor(options: MetricOptions<Label>) {
    this.#series = new Series(options, () => new CounterChild())
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

  with(values: LabelValues<Label>): CounterChild {
    return this.#series.child(values)
  }

  *samples(): Iterable<Sample> {
    for (const { labels, child } of this.#series.each()) yield { name: this.name, labels, value: child.value }
  }
}
