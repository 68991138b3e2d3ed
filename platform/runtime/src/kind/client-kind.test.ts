import type { Kind } from '@reeve/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { resource } from './resource.ts'
import { schema } from './schema.ts'

const Device = resource({
  group: 'example.io',
  version: 'v1',
  kind: 'Device',
  spec: schema.object({ size: schema.integer() }),
  status: schema.object({ state: schema.string() }),
  conditions: ['Ready'],
})

describe('a kind that was made from schemas', () => {
  it('is a kind that the client takes as it is', () => {
    type Made = NonNullable<(typeof Device)['object']>
    const taken: Kind<Made> = Device
    expectTypeOf<NonNullable<(typeof taken)['object']>['spec']>().toEqualTypeOf<{ readonly size: number }>()
    expect(taken).toMatchObject({ group: 'example.io', version: 'v1', plural: 'devices', namespaced: true })
  })
})
