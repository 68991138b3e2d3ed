import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { parseJson } from '../../json/parse-json.ts'
import { structText } from '../checks/struct-text.ts'

const DIRECTIONS = ['scaleUp', 'scaleDown']
const RULES = ['stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance']

/** A behavior as v1 carries it in an annotation: upstream writes it with the names of its Go fields, absent ones as null. */
export function behaviorText(behavior: JsonObject): string {
  const [up, down] = DIRECTIONS.map((name) => rulesText(behavior[name]))
  return structText({ ScaleUp: up ?? null, ScaleDown: down ?? null })
}

function rulesText(rules: JsonValue | undefined): JsonObject | null {
  if (!isObject(rules)) return null
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies, tolerance } = rules
  return {
    StabilizationWindowSeconds: seconds ?? null,
    SelectPolicy: selectPolicy ?? null,
    Policies: isList(policies) ? policies.filter(isObject).map(policyText) : null,
    Tolerance: tolerance ?? null,
  }
}

function policyText({ type, value, periodSeconds }: JsonObject): JsonObject {
  return { Type: type ?? '', Value: value ?? 0, PeriodSeconds: periodSeconds ?? 0 }
}

/** The behavior that such a text describes; undefined if it is none. */
export function behaviorFromText(text: JsonValue | undefined): JsonObject | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const { value } = parseJson(text)
    if (!isObject(value)) return undefined
    const behavior = Object.fromEntries(
      DIRECTIONS.flatMap((name) => {
        const rules = member(value, name)
        return isObject(rules) ? [[name, rulesFrom(rules)] as const] : []
      }),
    )
    return Object.keys(behavior).length === 0 ? undefined : behavior
  } catch {
    return undefined
  }
}

function rulesFrom(rules: JsonObject): JsonObject {
  const found = RULES.flatMap((name) => {
    const value = member(rules, name)
    if (value === undefined || value === null) return []
    return [
      [name, name === 'policies' && isList(value) ? value.filter(isObject).map(policyFrom) : value] as const,
    ]
  })
  return Object.fromEntries(found)
}

function policyFrom(policy: JsonObject): JsonObject {
  const names = ['type', 'value', 'periodSeconds']
  return Object.fromEntries(names.map((name) => [name, member(policy, name)]))
}

/** Go reads names in whichever case. */
function member(object: JsonObject, name: string): JsonValue | undefined {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : object[key]
}
