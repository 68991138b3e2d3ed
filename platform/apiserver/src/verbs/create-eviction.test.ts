import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExamplePlane, examplePlane, type Told } from '../builtin/pods/example-plane.ts'

const PODS = '/api/v1/namespaces/default/pods'
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'

let plane: ExamplePlane
beforeAll(async () => {
  plane = await examplePlane()
})
afterAll(() => plane[Symbol.asyncDispose]())

async function makePod(name: string, phase = 'Running'): Promise<void> {
  const spec = { containers: [{ name: 'a', image: 'x' }] }
  const metadata = { name, labels: { app: name } }
  await plane.send('POST', PODS, { apiVersion: 'v1', kind: 'Pod', metadata, spec })
  await plane.send('PATCH', `${PODS}/${name}/status`, { status: { phase } })
}

async function makeBudget(name: string, app: string, status: object): Promise<void> {
  const spec = { minAvailable: 1, selector: { matchLabels: { app } } }
  const body = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name }, spec }
  await plane.send('POST', BUDGETS, body)
  await plane.send('PATCH', `${BUDGETS}/${name}/status`, { status })
}

function evict(name: string, more: object = {}, query = ''): Promise<Told> {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...more }
  return plane.send('POST', `${PODS}/${name}/eviction${query}`, body)
}

describe('an eviction', () => {
  it('deletes the pod and says so', async () => {
    await makePod('gone')
    expect(await evict('gone')).toEqual({
      status: 201,
      body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    })
    expect((await plane.send('GET', `${PODS}/gone`)).status).toBe(404)
  })

  it('changes nothing when it is a rehearsal', async () => {
    await makePod('rehearsed')
    expect((await evict('rehearsed', {}, '?dryRun=All')).status).toBe(201)
    expect((await plane.send('GET', `${PODS}/rehearsed`)).body.status).toEqual(
      expect.not.objectContaining({ conditions: expect.anything() }),
    )
  })

  it('is refused while the budget of the pod allows no disruption', async () => {
    await makePod('held')
    await makeBudget('held', 'held', {
      observedGeneration: 1,
      desiredHealthy: 1,
      currentHealthy: 0,
      disruptionsAllowed: 0,
      expectedPods: 1,
    })
    const { status, body } = await evict('held')
    expect(status).toBe(429)
    expect(body).toMatchObject({
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      reason: 'TooManyRequests',
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget held needs 1 healthy pods and has 0 currently',
          },
        ],
      },
    })
  })

  it('is refused until somebody has looked at the budget', async () => {
    await makePod('fresh')
    await makeBudget('fresh', 'fresh', {})
    const { status, body } = await evict('fresh')
    expect([status, body.details.retryAfterSeconds]).toEqual([429, 10])
    expect(body.details.causes[0].message).toBe(
      'The disruption budget fresh is still being processed by the server.',
    )
  })

  it('takes one of the disruptions that the budget allows', async () => {
    await makePod('allowed')
    await makeBudget('allowed', 'allowed', {
      observedGeneration: 1,
      desiredHealthy: 1,
      currentHealthy: 2,
      disruptionsAllowed: 1,
      expectedPods: 2,
    })
    await plane.send('PATCH', `${PODS}/allowed/status`, {
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    })
    expect((await evict('allowed')).status).toBe(201)
    const { status } = (await plane.send('GET', `${BUDGETS}/allowed`)).body
    expect(status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { allowed: expect.any(String) },
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    })
  })

  it('asks no budget about a pod that does not run', async () => {
    await makePod('waiting', 'Pending')
    await makeBudget('waiting', 'waiting', {})
    expect((await evict('waiting')).status).toBe(201)
  })

  it('names the pod of its path', async () => {
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'other' } }
    expect((await plane.send('POST', `${PODS}/a/eviction`, body)).body.message).toBe(
      'name in URL does not match name in Eviction object',
    )
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }
    expect((await plane.send('POST', `${PODS}/a/eviction`, pod)).body.message).toBe(
      'Pod in version "v1" cannot be handled as a Eviction: converting (v1.Pod) to (policy.Eviction): unknown conversion',
    )
  })
})
