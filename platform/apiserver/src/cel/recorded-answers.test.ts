import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSame, type JsonValue } from '../json/json-value.ts'
import { CelBudget } from './cel-budget.ts'
import type { CelType } from './cel-type.ts'
import { type CelValue, celValue, jsonOf } from './cel-value.ts'
import { compileExpression } from './compile-expression.ts'
import { CelCidr } from './values/cel-cidr.ts'
import { CelIp } from './values/cel-ip.ts'
import { CelOptional } from './values/cel-optional.ts'
import { CelTypeValue } from './values/cel-type-value.ts'
import { CelUint } from './values/cel-uint.ts'

// What the CEL of kube-apiserver 1.34.2 answered: its environment for new rules, its costs, its words.
type Recorded =
  | readonly [text: string, how: 'refused', message: string]
  | readonly [
      text: string,
      how: 'failed' | 'value',
      answer: JsonValue,
      cost: number,
      min: number,
      max: number,
    ]

const [head, ...lines] = readFileSync(new URL('./recorded-answers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const { type, self } = JSON.parse(head ?? '') as { type: CelType; self: JsonValue }
const recorded = lines.map((line) => JSON.parse(line) as Recorded)
const values = { self: celValue(self, type), oldSelf: celValue(self, type) }

/** Values as they were written down when they were recorded. */
function shown(value: CelValue): JsonValue {
  if (value instanceof CelOptional) return '<optional_type>'
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof CelTypeValue) return value.name
  if (value instanceof CelIp || value instanceof CelCidr) return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
  if (value === null) return null
  return jsonOf(value) ?? `<${(value as { typeName: string }).typeName}>`
}

function refusal(text: string): string {
  try {
    compileExpression(text, { variables: { self: type, oldSelf: type } })
    return 'accepted'
  } catch (cause) {
    return (cause as Error).message
  }
}

/** What our engine makes of an expression: its answer, what it cost, and what it was estimated to cost. */
function run(text: string) {
  const program = compileExpression(text, { variables: { self: type, oldSelf: type } })
  const budget = new CelBudget()
  const { min, max } = program.cost()
  try {
    const answer = shown(program.evaluate(values, budget))
    return { how: 'value', answer, cost: budget.used, min, max }
  } catch (cause) {
    return { how: 'failed', answer: (cause as Error).message, cost: budget.used, min, max }
  }
}

describe('expressions, as kube-apiserver 1.34.2 answers them', () => {
  it('are refused for the same reasons in the same words', () => {
    const refused = recorded.filter((line) => line[1] === 'refused')
    expect(refused.length).toBeGreaterThan(100)
    expect(refused.map(([text]) => [text, refusal(text)])).toEqual(
      refused.map(([text, , message]) => [text, message]),
    )
  })

  it('have the same values and failures', () => {
    const wrong = recorded.flatMap((line) => {
      if (line[1] === 'refused') return []
      const { how, answer } = run(line[0])
      return how === line[1] && isSame(answer, line[2]) ? [] : [{ text: line[0], wanted: line[2], answer }]
    })
    expect(wrong).toEqual([])
  })

  it('cost the same, by estimate and when they run', () => {
    const wrong = recorded.flatMap((line) => {
      if (line[1] === 'refused') return []
      const { cost, min, max } = run(line[0])
      const [text, , , wantedCost, wantedMin, wantedMax] = line
      return cost === wantedCost && min === wantedMin && max === wantedMax
        ? []
        : [{ text, cost, min, max, line }]
    })
    expect(wrong).toEqual([])
  })
})
