import { readFileSync } from 'node:fs'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { ApiError, type Status } from '../status/api-error.ts'
import { BearerAuthenticator } from './authentication/bearer-authenticator.ts'
import { bootstrapPolicy } from './bootstrap/bootstrap-policy.ts'
import { checkEscalation, type RbacWrite } from './rbac/check-escalation.ts'
import { fixedRbac } from './rbac/fixed-objects.ts'
import { RbacAuthorizer } from './rbac/rbac-authorizer.ts'
import { RuleResolver } from './rbac/rule-resolver.ts'
import { answerReview, reviewKindOf } from './reviews/answer-review.ts'
import type { User } from './user.ts'

// What a real kube-apiserver 1.34.2 answered with these roles and bindings beside its own; users were impersonated.
interface Recorded {
  readonly objects: readonly ApiObject[]
  readonly decisions: readonly [JsonObject & { readonly user: User }, 0 | 1][]
  readonly escalations: readonly (RbacWrite & { readonly status: number; readonly message?: string })[]
  readonly patches: readonly {
    readonly target: string
    readonly patch: JsonObject
    readonly status: number
    readonly message?: string
  }[]
  readonly reviews: readonly {
    readonly resource: string
    readonly namespace: string
    readonly user: User
    readonly object: JsonObject
    readonly status: number
    readonly body: JsonObject
  }[]
}

const lines = readFileSync(new URL('recorded-answers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const recorded: Recorded = Object.assign({}, ...lines.map((line) => JSON.parse(line) as object))
const objects = fixedRbac([...bootstrapPolicy('2026-01-01T00:00:00Z'), ...recorded.objects])
const resolver = new RuleResolver(objects)
const authorizer = new RbacAuthorizer(resolver)
const tokens = new BearerAuthenticator({ tokens: [], audiences: ['https://kubernetes.default.svc'] })
const clock = new VirtualClock()

const answer = (
  resource: string,
  object: JsonObject,
  { user, namespace }: { user: User; namespace: string },
) => {
  const group = ['selfsubjectreviews', 'tokenreviews'].includes(resource)
    ? 'authentication.k8s.io'
    : 'authorization.k8s.io'
  const kind = reviewKindOf(group, resource)
  if (kind === undefined) throw new Error(`no review: ${resource}`)
  return answerReview(kind, object, { user, namespace, authorizer, resolver, tokens, clock })
}

async function statusOf(work: () => unknown): Promise<Status | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

describe('what a real server answered', () => {
  it('is who may do what', async () => {
    for (const [{ user, ...attributes }, allowed] of recorded.decisions) {
      const spec = { user: user.name, groups: user.groups, ...attributes }
      const { status } = await answer('subjectaccessreviews', { spec }, { user, namespace: '' })
      expect({ ...spec, allowed: (status as JsonObject).allowed }).toEqual({
        ...spec,
        allowed: allowed === 1,
      })
    }
  })

  it('is who may give away which rights', async () => {
    for (const { status: code, message, ...write } of recorded.escalations) {
      const status = await statusOf(() =>
        checkEscalation({ ...write, name: '', oldObject: undefined }, { authorizer, resolver }),
      )
      const { reason, details } = write as unknown as Status
      const expected = code === 201 ? undefined : { code, message, reason, details }
      const got = status && {
        code: status.code,
        message: status.message,
        reason: status.reason,
        details: status.details,
      }
      expect({ user: write.user, got }).toEqual({ user: write.user, got: expected })
    }
  })

  it('is who may change roles that they do not hold', async () => {
    const user = { name: 'eve', groups: ['ops', 'system:authenticated'] }
    for (const { target: name, patch, status: code, message = '' } of recorded.patches) {
      const oldObject = objects.clusterRoles.get('', name) as ApiObject
      const object = applyMergePatch(oldObject, patch)
      const write = { user, resource: 'clusterroles', namespace: '', name, object, oldObject } as const
      const status = await statusOf(() => checkEscalation(write, { authorizer, resolver }))
      expect({ patch, code: status?.code ?? 200 }).toEqual({ patch, code })
      expect(status?.message?.slice(0, message.length) ?? '').toBe(message)
    }
  })

  it('is what reviews say', async () => {
    for (const { resource, object, user, namespace, status: code, body } of recorded.reviews) {
      let answered: JsonObject | undefined
      const failed = await statusOf(async () => {
        answered = await answer(resource, object, { user, namespace })
      })
      const times = { metadata: { creationTimestamp: '2026-01-01T00:00:00Z' } }
      const expected = resource === 'selfsubjectreviews' ? { ...body, ...times } : body
      expect(failed?.code ?? 201).toBe(code)
      expect(sortedRules(failed ?? answered), JSON.stringify(object)).toEqual(sortedRules(expected))
    }
  })
})

/** The real server lists rules in any order. */
function sortedRules(body: unknown): unknown {
  const { status, ...rest } = body as { status: unknown }
  if (typeof status !== 'object' || status === null) return body
  const sorted = Object.entries(status).map(([key, value]) => [
    key,
    key.endsWith('Rules') ? (value as unknown[]).map((rule) => JSON.stringify(rule)).sort() : value,
  ])
  return { ...rest, status: Object.fromEntries(sorted) }
}
