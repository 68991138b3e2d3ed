import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../resources/api-object.ts'
import { badRequest } from '../status/api-errors.ts'
import type { Admission, Admitting } from './admission.ts'
import { AdmissionChain } from './admission-chain.ts'
import { CONFIG_MAPS } from './example-resources.ts'
import { Refusal } from './refusal.ts'

const OBJECT: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cm' } }
const ASK: Admitting = {
  operation: 'CREATE',
  resource: CONFIG_MAPS,
  subresource: '',
  namespace: 'default',
  name: 'cm',
  object: OBJECT,
  oldObject: undefined,
  options: {},
  dryRun: false,
  user: { name: 'anna', groups: [] },
  signal: new AbortController().signal,
}

/** Writes its name down, and warns with it. */
const part = (name: string): Admission => ({
  mutate: async ({ object }) => ({
    object: object && { ...object, by: `${String(object.by ?? '')}${name}` },
    warnings: [name],
  }),
  validate: async () => ({ object: undefined, warnings: [name] }),
})
const refusing: Admission = {
  mutate: async () => {
    throw badRequest('no')
  },
  validate: async () => {
    throw badRequest('no')
  },
}

describe('AdmissionChain', () => {
  it('hands each what the one before has made, and gathers warnings', async () => {
    const chain = new AdmissionChain([part('a'), part('b')])
    expect(await chain.mutate(ASK)).toEqual({ object: { ...OBJECT, by: 'ab' }, warnings: ['a', 'b'] })
    expect(await chain.validate(ASK)).toEqual({ object: undefined, warnings: ['a', 'b'] })
  })

  it('ends with the first refusal, which keeps the warnings before it', async () => {
    const chain = new AdmissionChain([part('a'), refusing, part('b')])
    for (const asked of [chain.mutate(ASK), chain.validate(ASK)]) {
      const error = await asked.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Refusal)
      expect(error).toMatchObject({ message: 'no', status: { code: 400 }, warnings: ['a'] })
    }
  })

  it('leaves a refusal without warnings as it is', async () => {
    const error = await new AdmissionChain([refusing]).validate(ASK).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(Refusal)
  })
})
