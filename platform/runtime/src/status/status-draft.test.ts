import { describe, expect, it } from 'vitest'
import { StatusDraft } from './status-draft.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
interface Status {
  readonly state?: string
  readonly lastSeen?: string
}

describe('StatusDraft', () => {
  it('makes one write of all that a reconcile says (F16, F51)', () => {
    const draft = new StatusDraft<Status>({
      metadata: { generation: 4 },
      status: { state: 'stopped', other: 1 },
    })
    draft.set({ state: 'starting' })
    draft.set({ state: 'running', lastSeen: 'now' })
    draft.condition('Ready', { status: true, reason: 'DeviceRunning', message: 'Device is running' }, NOON)
    draft.observed()
    expect(draft.patch()).toEqual({
      status: {
        state: 'running',
        lastSeen: 'now',
        observedGeneration: 4,
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'DeviceRunning',
            message: 'Device is running',
            observedGeneration: 4,
            lastTransitionTime: '2026-01-01T12:00:00Z',
          },
        ],
      },
    })
  })

  it('writes nothing when what is said stands there already: converged is quiet', () => {
    const first = new StatusDraft<Status>({ metadata: { generation: 1 } })
    const say = (draft: StatusDraft<Status>, now: number): void => {
      draft.set({ state: 'running' })
      draft.condition('Ready', { status: 'True', reason: 'Ok' }, now)
      draft.observed()
    }
    say(first, NOON)
    const second = new StatusDraft<Status>({ metadata: { generation: 1 }, status: first.status })
    say(second, NOON + 3_600_000)
    expect(first.patch()).toBeDefined()
    expect(second.patch()).toBeUndefined()
  })

  it('takes away what is set to undefined, and leaves what it does not mention', () => {
    const draft = new StatusDraft<Status>({ metadata: {}, status: { state: 'x', theirs: 1 } })
    draft.set({ state: undefined })
    draft.observed()
    expect(draft.patch()).toEqual({ status: { state: null } })
  })

  it('leaves the generation alone for objects that have none', () => {
    const draft = new StatusDraft({ metadata: {}, status: { observedGeneration: 3 } })
    draft.observed()
    expect(draft.patch()).toBeUndefined()
  })
})
