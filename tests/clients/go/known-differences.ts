import type { KnownDifferences } from '../differences.ts'

/** What only a cluster that runs pods can serve. */
const RUNNING = [
  'bindings',
  'componentstatuses',
  'nodes/proxy',
  'pods/attach',
  'pods/exec',
  'pods/log',
  'pods/portforward',
  'pods/proxy',
  'pods/resize',
  'services/proxy',
]

/** What a Go program sees on `reeve serve` that a real cluster answers otherwise, by where it shows. */
export const KNOWN: KnownDifferences = {
  ...Object.fromEntries(
    RUNNING.flatMap((name) =>
      ['aggregated', 'legacy'].map(
        (way) => [`discovery.${way}.v1.${name}`, 'nothing runs pods here'] as const,
      ),
    ),
  ),
}
