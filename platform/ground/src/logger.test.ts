import { describe, expect, it } from 'vitest'
import { realClock } from './clock.ts'
import { jsonLogger, type LogLevel } from './logger.ts'

function logged(level: LogLevel = 'info') {
  const lines: string[] = []
  const clock = { ...realClock, now: () => 0 }
  return { lines, log: jsonLogger({ clock, level, write: (line) => void lines.push(line) }) }
}

describe('jsonLogger', () => {
  it('writes one JSON object per line, standing fields before those of the call', () => {
    const { lines, log } = logged()
    log.with({ room: 'ledger' }).info('opened', { keys: 3 })
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","words":"opened","room":"ledger","keys":3}\n',
    ])
  })

  it('drops what is below its level', () => {
    const { lines, log } = logged('warn')
    log.info('quiet')
    log.warn('heard')
    expect(lines).toHaveLength(1)
  })

  it('shows errors with their causes, and big integers', () => {
    const { lines, log } = logged()
    log.error('broke', { error: new Error('outer', { cause: new Error('inner') }), size: 10n })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { message: 'outer', cause: { message: 'inner' } },
      size: '10',
    })
  })
})
