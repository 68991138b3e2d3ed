import { quote } from '../../json/quote.ts'
import type { PolicyRule } from './policy-rule.ts'

/** Single rules as people read them: one line for each resource with all its verbs, in order of text. */
export function describeRules(rules: readonly PolicyRule[]): readonly string[] {
  return [...new Set(compacted(rules).map(described))].sort(byBytes)
}

/** Rules about the same one resource (and the same one name) are made one. */
function compacted(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const simple = new Map<string, PolicyRule>()
  const others: PolicyRule[] = []
  for (const rule of rules) {
    const { apiGroups, resources, resourceNames, nonResourceURLs } = rule
    const isSimple =
      apiGroups.length === 1 &&
      resources.length === 1 &&
      resourceNames.length <= 1 &&
      nonResourceURLs.length === 0
    if (!isSimple) {
      others.push(rule)
      continue
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames])
    const before = simple.get(key)
    simple.set(key, before ? { ...before, verbs: [...before.verbs, ...rule.verbs] } : rule)
  }
  return [...others, ...simple.values()]
}

function described(rule: PolicyRule): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ]
  const texts = parts.filter(([, list]) => list.length > 0).map(([name, list]) => `${name}:${quoted(list)}`)
  return `{${texts.join(', ')}}`
}

/** `["a" "b"]`, as Go shows a list of strings. */
export function quoted(list: readonly string[]): string {
  return `[${list.map(quote).join(' ')}]`
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
