import { describe, expect, it } from 'vitest'
import { labelSelectorOf, matchLabelSelector } from './match-label-selector.ts'

describe('matchLabelSelector', () => {
  const selector = {
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'tier', operator: 'In', values: ['a', 'b'] },
      { key: 'old', operator: 'DoesNotExist' },
    ],
  }

  it('asks for all of matchLabels and matchExpressions', () => {
    expect(matchLabelSelector(selector, { app: 'web', tier: 'b' })).toBe(true)
    expect(matchLabelSelector(selector, { app: 'web', tier: 'c' })).toBe(false)
    expect(matchLabelSelector(selector, { app: 'web', tier: 'b', old: '' })).toBe(false)
  })

  it('matches nothing if there is none, and everything if it is empty', () => {
    expect(matchLabelSelector(undefined, {})).toBe(false)
    expect(matchLabelSelector(null, {})).toBe(false)
    expect(matchLabelSelector({}, undefined)).toBe(true)
  })

  it('refuses what is no selector', () => {
    const of = (expression: { key: string; operator: string; values?: string[] }) => () =>
      labelSelectorOf({ matchExpressions: [expression] })
    expect(of({ key: 'a', operator: 'Near' })).toThrow('"Near" is not a valid label selector operator')
    expect(of({ key: 'a', operator: 'In' })).toThrow(
      "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
    )
    expect(of({ key: 'a', operator: 'Exists', values: ['x'] })).toThrow(
      'values: Invalid value: ["x"]: values set must be empty for exists and does not exist',
    )
    expect(of({ key: '', operator: 'Exists' })).toThrow('key: Invalid value: "": name part must be non-empty')
  })
})
