import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import type { JsonObject } from '../../json/json-value.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { typeCheckPolicy } from './type-check-policy.ts'
import { TYPED_POLICIES } from './typed-policies.ts'

interface Recorded {
  readonly name: string
  readonly status: { readonly typeChecking: { readonly expressionWarnings?: readonly JsonObject[] } }
}

/** What a real kube-controller-manager wrote into the status of each. */
const RECORDED = readFileSync(new URL('./recorded-types.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const registry = new ResourceRegistry()
addBuiltinKinds(registry)

describe('typeCheckPolicy', () => {
  it.each(RECORDED)('warns as the real server does: $name', ({ name, status }) => {
    const spec = TYPED_POLICIES[name] ?? {}
    const policy = { apiVersion: 'v1', kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec }
    expect(typeCheckPolicy(policy, registry)).toEqual(status.typeChecking.expressionWarnings ?? [])
  })
})
