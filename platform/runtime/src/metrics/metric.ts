/** What a metric is called, what it says, and by what it is told apart. Labels are per controller, never per object. */
export interface MetricOptions<Label extends string = string> {
  readonly name: string
  readonly help: string
  readonly labels?: readonly Label[]
}

export type LabelValues<Label extends string> = Readonly<Record<Label, string | number>>

export type MetricType = 'counter' | 'gauge' | 'histogram'

/** One line of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: readonly (readonly [name: string, value: string])[]
  readonly value: number
}

/** Anything that a registry can show. */
export interface Metric {
  readonly type: MetricType
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  samples(): Iterable<Sample>
}
