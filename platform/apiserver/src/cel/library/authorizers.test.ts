import { describe, expect, it } from 'vitest'
import { CelBudget } from '../cel-budget.ts'
import { opaque } from '../cel-type.ts'
import { compileExpression } from '../compile-expression.ts'
import { type AuthorizerQuestion, CelAuthorizer, CelResourceCheck } from '../values/cel-authorizer.ts'

const variables = {
  authorizer: opaque('kubernetes.authorization.Authorizer'),
  'authorizer.requestResource': opaque('kubernetes.authorization.ResourceCheck'),
}

function asked(text: string) {
  const questions: AuthorizerQuestion[] = []
  const authorizer = new CelAuthorizer((question) => {
    questions.push(question)
    return { allowed: question.verb === 'get', reason: 'because' }
  })
  const resource = new CelResourceCheck(authorizer, { group: 'apps', resource: 'deployments', name: 'web' })
  const budget = new CelBudget()
  const answer = compileExpression(text, { variables }).evaluate(
    { authorizer, 'authorizer.requestResource': resource },
    budget,
  )
  return { answer, questions, cost: budget.used }
}

describe('the authorizer in expressions', () => {
  it('is asked about a resource', () => {
    const { answer, questions } = asked(
      "authorizer.group('').resource('pods').namespace('a').name('b').check('get').allowed()",
    )
    expect(answer).toBe(true)
    expect(questions).toEqual([
      { verb: 'get', resource: { group: '', resource: 'pods', namespace: 'a', name: 'b' } },
    ])
  })

  it('is asked about a path, for a service account', () => {
    const { answer, questions } = asked(
      "authorizer.serviceAccount('ns', 'bot').path('/healthz').check('post').reason()",
    )
    expect(answer).toBe('because')
    expect(questions).toEqual([
      { verb: 'post', path: '/healthz', serviceAccount: { namespace: 'ns', name: 'bot' } },
    ])
  })

  it("is asked about the request's own resource", () => {
    const { questions } = asked("authorizer.requestResource.subresource('scale').check('update').allowed()")
    expect(questions[0]?.resource).toEqual({
      group: 'apps',
      resource: 'deployments',
      name: 'web',
      subresource: 'scale',
    })
  })

  it('costs so much that an expression can ask only twice', () => {
    const question = "authorizer.requestResource.check('get').allowed()"
    expect(asked(question).cost).toBeGreaterThan(350_000)
    expect(() => asked(`${question} && ${question} && ${question}`)).toThrow('operation cancelled')
  })

  it('refuses what names nothing', () => {
    expect(() => asked("authorizer.path(' ').check('get').allowed()")).toThrow('path must not be empty')
    expect(() => asked("authorizer.group('').resource('').check('get').allowed()")).toThrow(
      'resource must not be empty',
    )
  })
})
