import { CelCompileError } from '../../cel/cel-error.ts'
import { type CelType, DYN } from '../../cel/cel-type.ts'
import { compileExpression } from '../../cel/compile-expression.ts'
import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { apiVersionOf, type GroupVersion, type Resource } from '../../resources/resource.ts'
import { celTypeOf } from '../../schema/rules/cel-type-of.ts'
import { admissionVariables } from '../admission-variables.ts'
import { objectsIn, textOf, textsIn } from '../configuration/json-parts.ts'

/** What is served, as far as type checking asks. ResourceRegistry is one. */
export interface ServedKinds {
  find(groupVersion: GroupVersion, plural: string): Resource | undefined
  findKind(groupVersion: GroupVersion, kind: string): Resource | undefined
}

/** One expression that does not fit the kinds it is for, as `status.typeChecking.expressionWarnings` has it. */
export interface ExpressionWarning extends JsonObject {
  readonly fieldRef: string
  readonly warning: string
}

/** How many kinds of one rule are looked at. */
const MOST_KINDS = 10

/** Checks a policy's validations against the kinds that its rules name: `object` is not dyn then. Changes nothing about what it does. */
export function typeCheckPolicy({ spec }: ApiObject, kinds: ServedKinds): readonly ExpressionWarning[] {
  if (!isObject(spec)) return []
  const checked = kindsOf(spec, kinds)
  const params = paramType(spec, kinds)
  const check = (fieldRef: string, text: string): readonly ExpressionWarning[] => {
    const told = checked.flatMap((resource) => {
      const wrong = issuesIn(text, variablesFor(spec, resource, params))
      if (wrong === undefined) return []
      const { group } = resource
      return [`${group === '' ? '/' : ''}${apiVersionOf(resource)}, Kind=${resource.kind}: ${wrong}\n`]
    })
    return told.length === 0 ? [] : [{ fieldRef, warning: told.join('\n') }]
  }
  return objectsIn(spec.validations).flatMap(({ expression, messageExpression }, at) => [
    ...check(`spec.validations[${at}].expression`, textOf(expression)),
    ...(textOf(messageExpression) === ''
      ? []
      : check(`spec.validations[${at}].messageExpression`, textOf(messageExpression))),
  ])
}

type Variables = Readonly<Record<string, CelType>>

function variablesFor(spec: JsonObject, resource: Resource, params: CelType | undefined): Variables {
  const schema = resource.schema()
  const object = (schema && celTypeOf(schema, { isResource: true, name: resource.kind })) ?? DYN
  const typed = { object, oldObject: object, ...(params !== undefined && { params }) }
  const declared = (own: Variables): Variables => ({
    ...admissionVariables({ params: params !== undefined, authorizer: true, variables: own }),
    ...typed,
  })
  const own: Record<string, CelType> = {}
  for (const { name, expression } of objectsIn(spec.variables)) {
    own[textOf(name)] = typeOf(textOf(expression), declared({ ...own }))
  }
  return declared(own)
}

function typeOf(text: string, variables: Variables): CelType {
  try {
    return compileExpression(text, { variables }).type
  } catch (error) {
    if (error instanceof CelCompileError) return DYN
    throw error
  }
}

function issuesIn(text: string, variables: Variables): string | undefined {
  try {
    compileExpression(text, { variables })
    return undefined
  } catch (error) {
    if (error instanceof CelCompileError) return error.message
    throw error
  }
}

/** Rules with wildcards in groups or versions name no kinds. */
function kindsOf({ matchConstraints }: JsonObject, kinds: ServedKinds): readonly Resource[] {
  const found = new Set<Resource>()
  for (const rule of objectsIn(isObject(matchConstraints) ? matchConstraints.resourceRules : undefined)) {
    const [groups, versions] = [textsIn(rule.apiGroups), textsIn(rule.apiVersions)]
    if ([...groups, ...versions].some((name) => name.includes('*'))) continue
    const resources = textsIn(rule.resources).filter((name) => !/[*/]/.test(name))
    const named = groups.flatMap((group) =>
      versions.flatMap((version) =>
        resources.flatMap((plural) => kinds.find({ group, version }, plural) ?? []),
      ),
    )
    for (const resource of named.slice(0, MOST_KINDS)) found.add(resource)
  }
  return [...found].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

function sortKey({ group, version, kind }: Resource): string {
  return `${group}\0${version}\0${kind}`
}

function paramType({ paramKind }: JsonObject, kinds: ServedKinds): CelType | undefined {
  if (!isObject(paramKind)) return undefined
  const [version = '', group = ''] = textOf(paramKind.apiVersion).split('/').reverse()
  const schema = kinds.findKind({ group, version }, textOf(paramKind.kind))?.schema()
  return schema && celTypeOf(schema, { isResource: true, name: textOf(paramKind.kind) })
}
