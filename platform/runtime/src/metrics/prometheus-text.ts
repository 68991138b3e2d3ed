import type { Metric, Sample } from './metric.ts'

/** The media type of the text. */
export const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics in the text format that Prometheus reads. */
export function prometheusText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap((metric) => [
    `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...Array.from(metric.samples(), lineOf),
  ])
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function lineOf({ name, labels, value }: Sample): string {
  const pairs = labels.map(([label, text]) => `${label}="${escapeLabel(text)}"`).join(',')
  return `${name}${pairs === '' ? '' : `{${pairs}}`} ${numberOf(value)}`
}

function numberOf(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
