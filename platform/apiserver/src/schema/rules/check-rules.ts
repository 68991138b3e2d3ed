import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { jsonText } from '../go-text.ts'
import type { Schema, ValidationRule } from '../schema.ts'
import { schemaOf } from '../schema-of.ts'
import { invalid } from '../structural/complaints.ts'
import { branchesOf, type Part, partOf, propertiesOf } from '../structural/parts-of.ts'
import { celTypeOf } from './cel-type-of.ts'
import { checkRuleText } from './check-rule-text.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'
import { leastSize, mostCopies } from './least-size.ts'
import { checkCost, mostInside, TotalCost, timesAtMost } from './rule-cost.ts'

export interface CheckRulesOptions {
  /** Where the schema stands, as for `checkStructural`. */
  readonly path: string
  /** What was found already. Rules at or above one of these places are not compiled. Default: nothing. */
  readonly found?: readonly FieldError[]
  /** Whether the schema is structural, with defaults that it allows; if not, only the texts are looked at. Default: true. */
  readonly isStructural?: boolean
  /** Whether the CRD had this schema before: a rule that was taken once may cost what it does. Default: false. */
  readonly isUnchanged?: boolean
}

/** What Kubernetes says of the x-kubernetes-validations of a CRD's schema, in its words. */
export function checkRules(openApi: JsonObject, options: CheckRulesOptions): readonly FieldError[] {
  const { path, found = [], isStructural = true } = options
  if (!hasRules(openApi)) return []
  const texts = checkTexts({ schema: openApi, path })
  if (!isStructural) return texts
  const expressions = new Expressions({ ...options, wrong: [...found, ...texts] })
  const errors = expressions.check({ schema: openApi, path }, { copies: 1, isResource: true })
  return [...texts, ...errors, ...expressions.total.check(path)]
}

/** Looks at junctors too: rules are refused there, but their texts are read. */
function checkTexts({ schema, path }: Part): readonly FieldError[] {
  const parts = [
    ...partOf(schema, 'additionalProperties', path),
    ...propertiesOf(schema, path),
    ...partOf(schema, 'not', path),
    ...['allOf', 'oneOf', 'anyOf'].flatMap((junctor) => branchesOf(schema, junctor, path)),
    ...partOf(schema, 'items', path),
  ]
  return [...parts.flatMap(checkTexts), ...checkRuleText(schema, path)]
}

/** What is known of the place of a schema. */
interface Place {
  /** How many values there can be at most; undefined where nothing says. */
  readonly copies: number | undefined
  readonly isResource?: boolean
  /** The list whose items cannot be told apart. */
  readonly uncorrelatable?: string
}

/** Compiles all rules of a schema, adding up what they cost. */
class Expressions {
  readonly total = new TotalCost()
  readonly #wrong: readonly FieldError[]
  readonly #isUnchanged: boolean

  constructor(options: { readonly wrong: readonly FieldError[]; readonly isUnchanged?: boolean }) {
    this.#wrong = options.wrong
    this.#isUnchanged = options.isUnchanged ?? false
  }

  check(part: Part, place: Place): readonly FieldError[] {
    if (!hasRules(part.schema)) return []
    const schema = schemaOf(part.schema)
    const { copies } = place
    const inside = mostInside(schema)
    const below: Place = {
      ...(place.uncorrelatable !== undefined && { uncorrelatable: place.uncorrelatable }),
      copies: copies === undefined || inside === undefined ? undefined : timesAtMost(copies, inside),
    }
    const items = schema.listType === 'map' ? below : { uncorrelatable: part.path, ...below }
    return [
      ...partOf(part.schema, 'additionalProperties', part.path).flatMap((each) => this.check(each, below)),
      ...propertiesOf(part.schema, part.path).flatMap((each) => this.check(each, below)),
      ...partOf(part.schema, 'items', part.path).flatMap((each) => this.check(each, items)),
      ...this.#checkOwn(schema, part.path, place),
    ]
  }

  #checkOwn(schema: Schema, path: string, place: Place): readonly FieldError[] {
    const rules = schema.validations ?? []
    if (rules.length === 0 || this.#wrong.some(({ field }) => field.startsWith(`${path}.`))) return []
    const isResource = place.isResource ?? schema.embeddedResource === true
    const type = celTypeOf(schema, { isResource, name: 'selfType' })
    if (type === undefined) return [untyped(`${path}.x-kubernetes-validations`)]
    const copies = place.copies ?? mostCopies(leastSize(schema, isResource))
    return rules.flatMap((rule, at) => {
      const rulePath = `${path}.x-kubernetes-validations[${at}]`
      const compiled = compileRule(rule, type)
      return [
        ...this.#checkRule(rule, compiled, { path: rulePath, copies }),
        ...this.#checkMessage(rule, compiled, rulePath),
        ...checkOld(rule, compiled, { path: rulePath, uncorrelatable: place.uncorrelatable }),
      ]
    })
  }

  #checkRule(
    rule: ValidationRule,
    { program, error }: CompiledRule,
    { path, copies }: { readonly path: string; readonly copies: number },
  ): readonly FieldError[] {
    const cost = timesAtMost(program?.cost().max ?? 0, copies)
    this.total.add(`${path}.rule`, cost)
    if (error !== undefined) return [refused(`${path}.rule`, rule, error)]
    return this.#isUnchanged ? [] : checkCost('estimated rule cost', cost, `${path}.rule`)
  }

  #checkMessage(
    rule: ValidationRule,
    { message, messageError }: CompiledRule,
    path: string,
  ): readonly FieldError[] {
    if (messageError !== undefined) return [refused(`${path}.messageExpression`, rule, messageError)]
    if (message === undefined) return []
    const cost = message.cost().max
    this.total.add(`${path}.messageExpression`, cost)
    if (this.#isUnchanged) return []
    return checkCost('estimated messageExpression cost', cost, `${path}.messageExpression`)
  }
}

function checkOld(
  { rule, optionalOldSelf }: ValidationRule,
  { usesOld }: CompiledRule,
  { path, uncorrelatable }: { readonly path: string; readonly uncorrelatable: string | undefined },
): readonly FieldError[] {
  if (!usesOld) {
    const detail = 'may not be set if oldSelf is not used in rule'
    return optionalOldSelf === undefined ? [] : [invalid(`${path}.optionalOldSelf`, optionalOldSelf, detail)]
  }
  if (uncorrelatable === undefined) return []
  const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
  return [invalid(`${path}.rule`, rule, detail)]
}

/** Kubernetes shows the whole rule, by the names that Go has for its fields. */
function refused(field: string, rule: ValidationRule, detail: string): FieldError {
  const fields: readonly (readonly [string, string | boolean | null])[] = [
    ['Rule', rule.rule],
    ['Message', rule.message ?? ''],
    ['MessageExpression', rule.messageExpression ?? ''],
    ['Reason', rule.reason ?? null],
    ['FieldPath', rule.fieldPath ?? ''],
    ['OptionalOldSelf', rule.optionalOldSelf ?? null],
  ]
  const value = `{${fields.map(([name, text]) => `"${name}":${jsonText(text)}`).join(',')}}`
  return { field, type: 'FieldValueInvalid', value, detail }
}

function untyped(field: string): FieldError {
  const why = 'unable to convert structural schema to CEL declarations'
  const what = 'failed to construct type information for x-kubernetes-validations rules'
  return { field, type: 'InternalError', detail: `internal error: ${what}: ${why}` }
}

/** Whether the schema or one inside it has rules: most have none, and nothing else is then looked at. */
function hasRules(openApi: JsonObject): boolean {
  const rules = openApi['x-kubernetes-validations']
  if (Array.isArray(rules) && rules.length > 0) return true
  const { properties, items, additionalProperties, not, allOf = [], anyOf = [], oneOf = [] } = openApi
  const inside = [items, additionalProperties, not, ...Object.values(isObject(properties) ? properties : {})]
  const branches = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...inside, ...branches].some((part) => isObject(part) && hasRules(part))
}
