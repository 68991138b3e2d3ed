import type { CelType } from '../../cel/cel-type.ts'
import { hasRules } from '../has-rules.ts'
import type { Schema, ValidationRule } from '../schema.ts'
import { celTypeOf } from './cel-type-of.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'
import { fieldPathOf } from './field-path-of.ts'

/** The rules of a schema and of those inside it. Expressions are compiled when the first value comes that they are for. */
export interface RuleNode {
  readonly schema: Schema
  readonly type: CelType
  readonly rules: readonly ReadyRule[]
  /** Whether one of the rules looks at what stood there before. */
  readonly usesOld: boolean
  readonly items?: RuleNode
  readonly values?: RuleNode
  readonly fields: ReadonlyMap<string, RuleNode>
}

export interface ReadyRule extends CompiledRule {
  readonly rule: ValidationRule
  /** Where a failure is shown, from the place of the rule on; empty for the place itself. */
  readonly fieldPath: string
}

const known = new WeakMap<Schema, RuleNode | 'none'>()

/** The rules of a schema, kept as long as the schema is; undefined where it has none. */
export function compileRules(schema: Schema, isResource = true): RuleNode | undefined {
  let node = known.get(schema)
  if (node === undefined) {
    node = nodeOf(schema, isResource) ?? 'none'
    known.set(schema, node)
  }
  return node === 'none' ? undefined : node
}

function nodeOf(schema: Schema, isResource = schema.embeddedResource === true): RuleNode | undefined {
  if (!hasRules(schema)) return undefined
  const type = celTypeOf(schema, { isResource, name: 'selfType' })
  if (type === undefined) return undefined
  const { validations = [], items, additionalProperties, properties = {} } = schema
  const itemRules = items === undefined ? undefined : nodeOf(items)
  const valueRules = typeof additionalProperties === 'object' ? nodeOf(additionalProperties) : undefined
  let rules: readonly ReadyRule[] | undefined
  return {
    schema,
    type,
    get rules() {
      rules ??= validations.map((rule) => readyRule(rule, schema, type))
      return rules
    },
    get usesOld() {
      return this.rules.some(({ usesOld }) => usesOld)
    },
    ...(itemRules !== undefined && { items: itemRules }),
    ...(valueRules !== undefined && { values: valueRules }),
    fields: fieldRules(properties),
  }
}

function fieldRules(properties: Readonly<Record<string, Schema>>): ReadonlyMap<string, RuleNode> {
  const fields = new Map<string, RuleNode>()
  for (const [name, property] of Object.entries(properties)) {
    const node = nodeOf(property)
    if (node !== undefined) fields.set(name, node)
  }
  return fields
}

function readyRule(rule: ValidationRule, schema: Schema, type: CelType): ReadyRule {
  const fieldPath = rule.fieldPath ? fieldPathOf(rule.fieldPath, schema) : undefined
  return { ...compileRule(rule, type), rule, fieldPath: fieldPath ?? '' }
}
