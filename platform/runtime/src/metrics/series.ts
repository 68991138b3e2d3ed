import { OptionError } from '../errors.ts'
import type { LabelValues, MetricOptions } from './metric.ts'

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/

/** The children of one metric, one for each combination of label values, made when first asked for. */
export class Series<Label extends string, Child> {
  readonly name: string
  readonly help: string
  readonly labels: readonly Label[]
  readonly #make: () => Child
  readonly #children = new Map<string, { readonly values: readonly string[]; readonly child: Child }>()

  constructor({ name, help, labels = [] }: MetricOptions<Label>, make: () => Child) {
    if (!NAME.test(name))
      throw new OptionError(`cannot make metric ${JSON.stringify(name)}: it is no metric name`)
    const bad = labels.find(
      (label, index) => !LABEL.test(label) || label === 'le' || labels.indexOf(label) !== index,
    )
    if (bad !== undefined)
      throw new OptionError(`cannot make metric ${name}: ${JSON.stringify(bad)} is no label`)
    this.name = name
    this.help = help
    this.labels = labels
    this.#make = make
    if (labels.length === 0) this.child({} as LabelValues<Label>)
  }

  /** To be kept by whoever uses it often: looking it up costs more than counting. */
  child(values: LabelValues<Label>): Child {
    const given = this.labels.map((label) => String(values[label]))
    const id = given.length === 1 ? (given[0] ?? '') : JSON.stringify(given)
    const known = this.#children.get(id)
    if (known !== undefined) return known.child
    const child = this.#make()
    this.#children.set(id, { values: given, child })
    return child
  }

  remove(values: LabelValues<Label>): void {
    const given = this.labels.map((label) => String(values[label]))
    this.#children.delete(given.length === 1 ? (given[0] ?? '') : JSON.stringify(given))
  }

  *each(): Iterable<{ readonly labels: readonly (readonly [string, string])[]; readonly child: Child }> {
    for (const { values, child } of this.#children.values()) {
      yield { labels: this.labels.map((label, index) => [label, values[index] ?? '']), child }
    }
  }
}
