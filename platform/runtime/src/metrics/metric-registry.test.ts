import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import { MetricRegistry } from './metric-registry.ts'

describe('MetricRegistry', () => {
  it('shows counters, gauges and histograms as Prometheus reads them', () => {
    const registry = new MetricRegistry()
    const runs = registry.counter({ name: 'runs_total', help: 'Runs', labels: ['who', 'result'] })
    runs.with({ who: 'a', result: 'ok' }).add()
    runs.with({ who: 'a', result: 'ok' }).add(2)
    runs.with({ who: 'b', result: 'ok' }).add()
    registry.gauge({ name: 'depth', help: 'Depth' }).with({}).set(-1.5)
    const took = registry.histogram({ name: 'took_seconds', help: 'Time', buckets: [0.1, 1] }).with({})
    for (const value of [0.05, 0.1, 0.5, 7]) took.observe(value)
    expect(registry.text()).toBe(`# HELP depth Depth
# TYPE depth gauge
depth -1.5
# HELP runs_total Runs
# TYPE runs_total counter
runs_total{who="a",result="ok"} 3
runs_total{who="b",result="ok"} 1
# HELP took_seconds Time
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} 2
took_seconds_bucket{le="1"} 3
took_seconds_bucket{le="+Inf"} 4
took_seconds_sum 7.65
took_seconds_count 4
`)
  })

  it('escapes what would break a line', () => {
    const registry = new MetricRegistry()
    registry
      .gauge({ name: 'g', help: 'one\ntwo \\ three', labels: ['l'] })
      .with({ l: 'say "hi"\n\\' })
      .set(1)
    expect(registry.text()).toBe(
      '# HELP g one\\ntwo \\\\ three\n# TYPE g gauge\ng{l="say \\"hi\\"\\n\\\\"} 1\n',
    )
  })

  it('writes numbers without end as Prometheus does', () => {
    const registry = new MetricRegistry()
    const gauge = registry.gauge({ name: 'g', help: '', labels: ['n'] })
    for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e21])
      gauge.with({ n: value }).set(value)
    expect(registry.text().match(/\} .*/g)).toEqual(['} +Inf', '} -Inf', '} NaN', '} 1e+21'])
  })

  it('shows a metric without labels before anything happened, and nothing of one with labels', () => {
    const registry = new MetricRegistry()
    registry.counter({ name: 'a_total', help: '' })
    registry.counter({ name: 'b_total', help: '', labels: ['x'] })
    expect(
      registry
        .text()
        .split('\n')
        .filter((line) => !line.startsWith('#')),
    ).toEqual(['a_total 0', ''])
    expect(new MetricRegistry().text()).toBe('')
  })

  it('gives the same metric to all who ask for it, and refuses another of its name', () => {
    const registry = new MetricRegistry()
    const first = registry.counter({ name: 'a', help: '', labels: ['x'] })
    expect(registry.counter({ name: 'a', help: '', labels: ['x'] })).toBe(first)
    expect(() => registry.counter({ name: 'a', help: '' })).toThrow(OptionError)
    expect(() => registry.gauge({ name: 'a', help: '', labels: ['x'] })).toThrow(OptionError)
  })

  it('looks a gauge up when it is read, and forgets one that is removed', () => {
    const registry = new MetricRegistry()
    let value = 1
    const gauge = registry.gauge({ name: 'g', help: '', labels: ['x'] })
    gauge.with({ x: 'a' }).from(() => value)
    value = 2
    expect(registry.text()).toContain('g{x="a"} 2')
    gauge.remove({ x: 'a' })
    expect(registry.text()).not.toContain('g{')
  })

  it.each([
    ['a name with a dash', { name: 'a-b', help: '' }],
    ['an empty name', { name: '', help: '' }],
    ['a label of its own', { name: 'a', help: '', labels: ['le'] }],
    ['a reserved label', { name: 'a', help: '', labels: ['__x'] }],
    ['a label twice', { name: 'a', help: '', labels: ['x', 'x'] }],
  ])('refuses %s', (_, options) => {
    expect(() => new MetricRegistry().counter(options)).toThrow(OptionError)
  })

  it('refuses a counter that shrinks and buckets that do not grow', () => {
    const registry = new MetricRegistry()
    expect(() => registry.counter({ name: 'a', help: '' }).with({}).add(-1)).toThrow(OptionError)
    for (const buckets of [[], [2, 1], [1, 1], [1, Number.POSITIVE_INFINITY]]) {
      expect(() => registry.histogram({ name: 'h', help: '', buckets })).toThrow(OptionError)
    }
  })
})
