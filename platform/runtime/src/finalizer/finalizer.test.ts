import { describe, expect, it } from 'vitest'
import { after, done, fail, type Outcome, retry } from '../controller/outcome.ts'
import { type Finalized, FinalizerNameError, finalizer, type JsonPatchStep } from './finalizer.ts'

const NAME = 'example.io/cleanup'
const never = new AbortController().signal

/** A server that holds one object and keeps to JSON patches as far as finalizers need them. */
function stored(first: Finalized['metadata']) {
  let metadata: Finalized['metadata'] | undefined = { uid: 'u', resourceVersion: '1', ...first }
  const calls: string[] = []
  const patch = async (_: Finalized, steps: readonly JsonPatchStep[]): Promise<Finalized | undefined> => {
    calls.push(steps.map(({ op }) => op).join(' '))
    if (metadata === undefined) return undefined
    const finalizers = [...(metadata.finalizers ?? [])]
    for (const step of steps) {
      const at = Number(/\/finalizers\/(\d+)$/.exec(step.path)?.[1])
      if (step.op === 'test' && !Number.isNaN(at) && finalizers[at] !== step.value)
        throw new Error('conflict')
      if (step.op === 'add') finalizers.push(...[step.value as string].flat())
      if (step.op === 'remove') finalizers.splice(at, 1)
    }
    metadata = { ...metadata, finalizers }
    return { metadata }
  }
  return { calls, patch, get: () => ({ metadata: metadata as Finalized['metadata'] }) }
}

function ruled(first: Finalized['metadata'], answers: { apply?: Outcome; cleanup?: () => Outcome } = {}) {
  const server = stored(first)
  const seen: string[] = []
  const run = finalizer<Finalized>({
    name: NAME,
    patch: server.patch,
    apply: (object) => {
      seen.push(`apply with ${object.metadata.finalizers}`)
      return answers.apply ?? done
    },
    cleanup: () => {
      seen.push('cleanup')
      return answers.cleanup?.() ?? done
    },
  })
  return { ...server, seen, run: () => run(server.get(), never) }
}

const DELETED = { deletionTimestamp: '2026-01-01T00:00:00Z' }

describe('finalizer', () => {
  it('stores itself before the first apply (S36)', async () => {
    const { calls, seen, run, get } = ruled({}, { apply: after('5m') })
    expect(await run()).toMatchObject({ next: 'after' })
    expect(seen).toEqual([`apply with ${NAME}`])
    expect(calls).toEqual(['test test add'])
    expect(get().metadata.finalizers).toEqual([NAME])
    await run()
    expect(calls.length).toBe(1)
  })

  it('goes when the cleanup is done, and takes no other with it', async () => {
    const { calls, seen, run, get } = ruled({ ...DELETED, finalizers: ['a.io/x', NAME, 'b.io/y'] })
    expect(await run()).toEqual(done)
    expect(seen).toEqual(['cleanup'])
    expect(calls).toEqual(['test remove'])
    expect(get().metadata.finalizers).toEqual(['a.io/x', 'b.io/y'])
    await run()
    expect(seen).toEqual(['cleanup'])
  })

  it.each([
    ['wants more time', (): Outcome => ({ next: 'after', ms: 10_000 })],
    ['has to try again', () => retry(new Error('still there'))],
    ['cannot', () => fail(new Error('locked'))],
  ])('stays when the cleanup %s', async (_, cleanup) => {
    const { calls, run } = ruled({ ...DELETED, finalizers: [NAME] }, { cleanup })
    expect(await run()).toEqual(expect.objectContaining({ next: cleanup().next }))
    expect(calls).toEqual([])
  })

  it('stays when the cleanup throws (trap: a finally that removes finalizers)', async () => {
    const cleanup = (): Outcome => {
      throw new Error('unreachable')
    }
    const { calls, run } = ruled({ ...DELETED, finalizers: [NAME] }, { cleanup })
    await expect(run()).rejects.toThrow('unreachable')
    expect(calls).toEqual([])
  })

  it('applies nothing to an object that is going', async () => {
    const { seen, calls, run } = ruled({ ...DELETED, finalizers: ['a.io/x'] })
    expect(await run()).toEqual(done)
    expect([...seen, ...calls]).toEqual([])
  })

  it('applies nothing if the object went while the finalizer was stored', async () => {
    const seen: string[] = []
    const answers = [undefined, { metadata: { ...DELETED, finalizers: [NAME] } }]
    const run = finalizer<Finalized>({
      name: NAME,
      patch: async () => answers.shift(),
      apply: () => {
        seen.push('apply')
        return done
      },
      cleanup: () => done,
    })
    await run({ metadata: {} }, never)
    await run({ metadata: {} }, never)
    expect(seen).toEqual([])
  })

  it('refuses a name without a domain', () => {
    expect(() =>
      finalizer({ name: 'cleanup', patch: async (o) => o, apply: () => done, cleanup: () => done }),
    ).toThrow(FinalizerNameError)
  })
})
