// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings hold code that is looked at
import { describe, expect, it } from 'vitest'
import { clockViolations } from './clock-violations.ts'
import { readRepository, repositoryOf } from './repository.ts'

const found = (text: string, path = 'platform/ledger/src/planted.ts'): readonly string[] =>
  clockViolations(repositoryOf({ [path]: text }))

describe('the repository', () => {
  it('reads no clock and draws no lots outside of ground', () => {
    expect(clockViolations(readRepository())).toEqual([])
  })
})

describe('clockViolations', () => {
  it.each([
    'Date.now()',
    'const { now } = { now: Date.now }',
    'new Date()',
    'new Date( )',
    'new Date',
    'new Date;',
    'const text = Date()',
    "Date['now']()",
    'performance.now()',
    'globalThis.performance.now()',
    'setTimeout(ring, 5)',
    'globalThis.setTimeout(ring, 5)',
    'setInterval(ring, 5)',
    'setImmediate(ring)',
    "import * as timers from 'node:timers/promises'",
    "import { performance as watch } from 'node:perf_hooks'",
    'AbortSignal.timeout(5)',
    'Math.random()',
    'crypto.randomUUID()',
    "import { randomBytes } from 'node:crypto'",
    'crypto.getRandomValues(bytes)',
    'process.hrtime.bigint()',
    'const text = `at ${Date.now()}`',
    'const half = total / 2; const now = Date.now() / 1_000',
  ])('refuses %s', (text) => {
    expect(found(`\n${text}\n`)).toEqual([
      expect.stringMatching(/^platform\/ledger\/src\/planted\.ts:2: .*(?:Clock|Random) is handed in/),
    ])
  })

  it.each([
    'new Date(time)',
    'new Date(\n  time,\n)',
    'const day: Date = new Date(0)',
    'clock.now()',
    'socket.setTimeout(0)',
    '// Date.now() would step',
    '/* setTimeout */',
    "const hint = 'use Date.now()'",
    'const hint = `Math.random()`',
    'const pattern = /new Date()/',
    'randomly()',
  ])('allows %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it('holds for platform, providers and apps, but not for ground, testing and tests', () => {
    const text = 'Date.now()'
    for (const path of ['apps/flux/src/x.ts', 'providers/aws/src/x.ts', 'platform/engine/src/deep/x.ts']) {
      expect(found(text, path)).toHaveLength(1)
    }
    for (const path of [
      'platform/ground/src/clock.ts',
      'platform/testing/src/virtual-clock.ts',
      'platform/ledger/src/x.test.ts',
      'bench/run.ts',
    ]) {
      expect(found(text, path)).toEqual([])
    }
  })
})
