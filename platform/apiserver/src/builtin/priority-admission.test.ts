import { describe, expect, it } from 'vitest'
import type { Admitting } from '../admission/admission.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { PriorityAdmission } from './priority-admission.ts'
import { SYSTEM_PRIORITY_CLASSES } from './system-priority-classes.ts'

const pods = { group: '', resource: 'pods' } as Resource
const classes = { group: 'scheduling.k8s.io', resource: 'priorityclasses' } as Resource
const high = { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' } as unknown as ApiObject
const usual = {
  metadata: { name: 'usual' },
  value: 7,
  globalDefault: true,
  preemptionPolicy: 'PreemptLowerPriority',
} as unknown as ApiObject

function admissionOf(...stored: readonly ApiObject[]): PriorityAdmission {
  const store = {
    get: async (_: Resource, __: string, name: string) =>
      stored.find(({ metadata }) => metadata.name === name),
    list: async () => ({ objects: stored, revision: 1 }),
  }
  return new PriorityAdmission({ store: store as never, classes })
}

const asking = (resource: Resource, object: object | undefined, more: Partial<Admitting> = {}): Admitting =>
  ({ operation: 'CREATE', resource, subresource: '', name: 'a', object, ...more }) as unknown as Admitting
const pod = (spec: object): Admitting => asking(pods, { metadata: { name: 'a' }, spec })

describe('the priority of a new pod', () => {
  it('comes from the class that it names', async () => {
    const { object } = await admissionOf(high).mutate(pod({ priorityClassName: 'high' }))
    expect(object?.spec).toEqual({ priorityClassName: 'high', priority: 1000, preemptionPolicy: 'Never' })
  })

  it('comes from the default class where it names none', async () => {
    const { object } = await admissionOf(high, usual).mutate(pod({}))
    expect(object?.spec).toMatchObject({ priorityClassName: 'usual', priority: 7 })
  })

  it('is left to others where there is no class for it', async () => {
    const ask = pod({})
    expect((await admissionOf(high).mutate(ask)).object).toBe(ask.object)
  })

  it('is refused where the class is not there or says otherwise', async () => {
    const told = (spec: object) => expect(admissionOf(high).mutate(pod(spec))).rejects
    await told({ priorityClassName: 'none' }).toThrow(
      'pods "a" is forbidden: no PriorityClass with name none was found',
    )
    await told({ priorityClassName: 'high', priority: 3 }).toThrow(
      'the integer value of priority (3) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
    )
    await told({ priority: 5 }).toThrow('the integer value of priority (5) must not be provided')
    await told({ priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' }).toThrow(
      'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    )
  })

  it('stays as it is when the pod changes', async () => {
    const ask = asking(pods, { spec: { priorityClassName: 'none' } }, { operation: 'UPDATE' })
    expect((await admissionOf().mutate(ask)).object).toBe(ask.object)
  })
})

describe('priority classes', () => {
  it('have one default at most', async () => {
    const admission = admissionOf(usual)
    await expect(admission.validate(asking(classes, { globalDefault: true }))).rejects.toThrow(
      'priorityclasses.scheduling.k8s.io "a" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
    )
    const same = asking(classes, { globalDefault: true }, { operation: 'UPDATE', name: 'usual' })
    await expect(admission.validate(same)).resolves.toEqual({ object: undefined, warnings: [] })
  })

  it('of the system stay', async () => {
    for (const { metadata } of SYSTEM_PRIORITY_CLASSES as readonly ApiObject[]) {
      const ask = asking(classes, undefined, { operation: 'DELETE', name: metadata.name })
      await expect(admissionOf().validate(ask)).rejects.toThrow(
        'this is a system priority class and cannot be deleted',
      )
    }
  })
})
