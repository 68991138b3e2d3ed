import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import type { KindName } from '../defaults/with-defaults.ts'
import { convertBuiltin, storedVersion } from './convert-builtin.ts'

interface Recorded {
  readonly name: string
  readonly from: KindName
  readonly to: KindName
  readonly given: JsonObject
  /** What the real server showed of the same object in the other version. */
  readonly shown: JsonObject
}

const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

describe('shows an object in another version as a real server does', () => {
  it.each(recorded.map((one) => [one.name, one] as const))('%s', (_, { given, from, to, shown }) => {
    expect(JSON.parse(JSON.stringify(convertBuiltin(given, from, to)))).toEqual(shown)
  })
})

it('stores events as those of the core group, and autoscalers in their second version', () => {
  expect(storedVersion({ group: 'events.k8s.io', version: 'v1', kind: 'Event' })).toEqual({
    group: '',
    version: 'v1',
    kind: 'Event',
  })
  const autoscaler = { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' }
  expect(storedVersion(autoscaler)).toEqual({ ...autoscaler, version: 'v2' })
  const pod = { group: '', version: 'v1', kind: 'Pod' }
  expect(storedVersion(pod)).toBe(pod)
})

it('goes on without what it cannot read in the annotations of an autoscaler', () => {
  const from = { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' }
  const annotations = {
    'autoscaling.alpha.kubernetes.io/metrics': '{',
    'autoscaling.alpha.kubernetes.io/behavior': 'x',
  }
  const given = {
    apiVersion: 'autoscaling/v1',
    kind: from.kind,
    metadata: { name: 'a', annotations },
    spec: { maxReplicas: 1 },
  }
  const { metadata, spec } = convertBuiltin(given, from, storedVersion(from))
  expect(metadata).not.toHaveProperty('annotations')
  expect((spec as JsonObject).metrics).toHaveLength(1)
})
