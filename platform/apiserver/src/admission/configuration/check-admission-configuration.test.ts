import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../kinds/defaults/with-defaults.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { StatusCause } from '../../status/api-error.ts'
import { bodyOf } from '../../status/field-error.ts'
import { BAD_CONFIGURATIONS } from './bad-configurations.ts'
import { checkAdmissionConfiguration } from './check-admission-configuration.ts'

interface Recorded {
  readonly name: string
  readonly status: number
  readonly causes?: readonly StatusCause[]
}

/** What kube-apiserver 1.34.2 has against each. */
const RECORDED = readFileSync(new URL('./recorded-configurations.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

function configuration(name: string): ApiObject {
  const found = BAD_CONFIGURATIONS.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no configuration ${name}`)
  const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: String(found.object.kind) }
  return withDefaults(found.object, kind) as ApiObject
}

function causesOf(name: string, old?: string): readonly StatusCause[] {
  const errors = checkAdmissionConfiguration(
    configuration(name),
    old === undefined ? undefined : configuration(old),
  )
  return errors.map((error) => ({ reason: error.type, message: bodyOf(error), field: error.field }))
}

describe('checkAdmissionConfiguration', () => {
  it.each(RECORDED)('has against it what the real server has: $name', ({ name, causes = [] }) => {
    expect(causesOf(name)).toEqual(causes)
  })

  it('keeps what was stored under older rules', () => {
    expect(causesOf('names same', 'names same')).toEqual([])
    expect(causesOf('names same', 'good').length).toBe(1)
    const some = causesOf('policies bad', 'side effects missing').map(({ field }) => field)
    expect(some).not.toContain('webhooks[0].sideEffects')
  })

  it('does not look at match conditions again that have not changed', () => {
    expect(causesOf('condition type', 'condition type')).toEqual([])
    expect(causesOf('condition type', 'condition dyn').length).toBe(1)
    expect(causesOf('policy conditions', 'policy conditions')).toEqual([])
  })
})
