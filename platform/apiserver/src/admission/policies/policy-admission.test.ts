import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { withDefaults } from '../../kinds/defaults/with-defaults.ts'
import { type ApiObject, metaOf } from '../../resources/api-object.ts'
import { ApiError } from '../../status/api-error.ts'
import type { Admitting } from '../admission.ts'
import { authorizerValues } from '../authorizer-values.ts'
import { CONFIG_MAPS } from '../example-resources.ts'
import { Refusal } from '../refusal.ts'
import { RequestMatcher } from '../request-matcher.ts'
import { PolicyAdmission } from './policy-admission.ts'
import type { ParamKind, ParamStore } from './policy-params.ts'
import {
  PARAM_OBJECTS,
  POLICY_SCENARIOS,
  type PolicyScenario,
  policyObjects,
  RULED,
} from './policy-scenarios.ts'

interface Recorded {
  readonly name: string
  readonly status: number
  readonly warnings?: string
  readonly body?: JsonObject
}

/** Answers of kube-apiserver 1.34.2 to the scenarios. */
const RECORDED = readFileSync(new URL('./recorded-policies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const NAMESPACE: ApiObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'ruled', labels: { 'kubernetes.io/metadata.name': 'ruled' } },
}

const PARAMS: Readonly<Record<string, ParamStore>> = {
  ConfigMap: {
    namespaced: true,
    get: async (namespace, name) => params().find((one) => isNamed(one, namespace, name)),
    list: async (namespace, selector) =>
      params().filter(
        ({ metadata }) => metadata.namespace === namespace && selector.matches(metadata.labels),
      ),
  },
  Namespace: { namespaced: false, get: async () => NAMESPACE, list: async () => [NAMESPACE] },
}
const params = (): readonly ApiObject[] => PARAM_OBJECTS as readonly ApiObject[]
const isNamed = ({ metadata }: ApiObject, namespace: string, name: string): boolean =>
  metadata.namespace === namespace && metadata.name === name

type Notes = string[]

function admissionOf(scenario: PolicyScenario, notes: Notes = []): PolicyAdmission {
  const all = policyObjects(scenario).map((object) => {
    const kind = { group: 'admissionregistration.k8s.io', version: 'v1', kind: String(object.kind) }
    return withDefaults(object, kind) as ApiObject
  })
  const source = (kind: string) => ({ edition: 1, all: () => all.filter((one) => one.kind === kind) })
  const namespaceOf = (): ApiObject => NAMESPACE
  return new PolicyAdmission({
    policies: source('ValidatingAdmissionPolicy'),
    bindings: source('ValidatingAdmissionPolicyBinding'),
    matcher: new RequestMatcher({ namespaceOf, otherVersions: () => [] }),
    convert: async (object) => object,
    namespaceOf,
    params: ({ kind }: ParamKind) => PARAMS[kind],
    authorizer: authorizerValues({ authorize: () => ({ allowed: true, reason: '' }) }),
    audit: (_, key, value) => void notes.push(`${key}=${value}`),
  })
}

function askOf({ operation = 'CREATE', object = RULED }: PolicyScenario): Admitting {
  const given = object as ApiObject
  return {
    operation,
    resource: CONFIG_MAPS,
    subresource: '',
    namespace: 'ruled',
    // By the time that policies are asked, a name has been made.
    name: String(metaOf(given).name ?? 'gen-x'),
    object: operation === 'DELETE' ? undefined : given,
    oldObject: operation === 'DELETE' ? given : undefined,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    dryRun: false,
    user: { name: 'admin', groups: ['system:masters'] },
    signal: new AbortController().signal,
  }
}

function scenario(name: string): PolicyScenario {
  const found = POLICY_SCENARIOS.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no scenario ${name}`)
  return found
}

const header = (warnings: readonly string[]): string | undefined =>
  warnings.length === 0 ? undefined : warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(', ')

async function run(one: PolicyScenario): Promise<Omit<Recorded, 'name'>> {
  const success = one.operation === 'DELETE' ? 200 : 201
  try {
    const { warnings } = await admissionOf(one).validate(askOf(one))
    const told = header(warnings)
    return { status: success, ...(told !== undefined && { warnings: told }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const told = header(error instanceof Refusal ? error.warnings : [])
    const body = JSON.parse(JSON.stringify(error.status)) as JsonObject
    return { status: error.status.code ?? 0, ...(told !== undefined && { warnings: told }), body }
  }
}

describe('PolicyAdmission', () => {
  it.each(RECORDED)('answers as the real server does: $name', async ({ name, ...recorded }) => {
    const generated = JSON.parse(
      JSON.stringify(recorded).replaceAll(/gen-[a-z0-9]{5}/g, 'gen-x'),
    ) as JsonObject
    expect(await run(scenario(name))).toEqual(generated)
  })

  it('notes failures and annotations beside the request', async () => {
    const notes: Notes = []
    for (const name of ['audits', 'audit annotation']) {
      const one = scenario(name)
      await admissionOf(one, notes).validate(askOf(one))
    }
    expect(notes).toEqual([
      'validation.policy.admission.k8s.io/validation_failure=[{"message":"failed expression: object.data.a == \\"2\\"","policy":"p0.example.com","binding":"b0-0.example.com","expressionIndex":0,"validationActions":["Audit"]}]',
      'p0.example.com/k=v 1',
    ])
  })

  it('changes nothing', async () => {
    const ask = askOf(scenario('fails'))
    expect(await admissionOf(scenario('fails')).mutate(ask)).toEqual({ object: ask.object, warnings: [] })
  })
})
