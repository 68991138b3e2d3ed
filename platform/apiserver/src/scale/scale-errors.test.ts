import { describe, expect, it } from 'vitest'
import { bodyOf } from '../status/field-error.ts'
import { scaleErrors } from './scale-errors.ts'
import { builtinScaling, customScaling, type Scaling } from './scaling.ts'

const scaling = customScaling({
  status: {},
  scale: {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.size',
    labelSelectorPath: '.status.selector',
  },
}) as Scaling
const told = (object: Parameters<typeof scaleErrors>[0], part?: 'all' | 'status') =>
  scaleErrors(object, scaling, part).map((error) => `${error.field}: ${bodyOf(error)}`)

// Each as a kube-apiserver 1.34.2 said it.
describe('the numbers of a custom object', () => {
  it('may not be negative or larger than Go can count', () => {
    expect(told({ spec: { size: -1 } })).toEqual([
      '.spec.size: Invalid value: -1: should be a non-negative integer',
    ])
    expect(told({ spec: { size: 3_000_000_000 } })).toEqual([
      '.spec.size: Invalid value: 3000000000: should be less than or equal to 2147483647',
    ])
    expect(told({ status: { size: -1 } })).toEqual([
      '.status.size: Invalid value: -1: should be a non-negative integer',
    ])
  })

  it('are where the definition says, and of that type', () => {
    expect(told({ status: { size: 'x' } })).toEqual([
      '.status.size: Invalid value: 0: .status.size accessor error: x is of the type string, expected int64',
    ])
    expect(told({ status: { selector: 5 } })).toEqual([
      '.status.selector: Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string',
    ])
    expect(told({ status: 5 })).toEqual([
      '.status.size: Invalid value: 0: .status.size accessor error: 5 is of the type int64, expected map[string]interface{}',
      '.status.selector: Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected map[string]interface{}',
    ])
  })

  it('may be absent', () => {
    expect(told({})).toEqual([])
    expect(told({ spec: null, status: {} })).toEqual([])
  })

  it('are looked at in the status alone when only that is written', () => {
    expect(told({ spec: { size: -1 } }, 'status')).toEqual([])
  })

  it('of built-in kinds are checked by their own rules', () => {
    const builtin = builtinScaling('apps', 'Deployment') as Scaling
    expect(scaleErrors({ spec: { replicas: -1 } }, builtin)).toEqual([])
    expect(builtinScaling('apps', 'DaemonSet')).toBeUndefined()
    expect(customScaling({ status: {} })).toBeUndefined()
  })
})
