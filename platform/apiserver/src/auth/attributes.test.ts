import { describe, expect, it } from 'vitest'
import { attributesOf } from './attributes.ts'
import { forbiddenFor } from './forbidden-for.ts'

const user = { name: 'jo', groups: ['system:authenticated'] }

const refusalOf = (line: string): string => {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', query] = target.split('?')
  return forbiddenFor(attributesOf({ method, path, query: new URLSearchParams(query) }, user)).message
}

// As a real kube-apiserver 1.34.2 refused them.
const REFUSED: Readonly<Record<string, string>> = {
  'GET /api/v1/namespaces/team/configmaps/x':
    'configmaps "x" is forbidden: User "jo" cannot get resource "configmaps" in API group "" in the namespace "team"',
  'GET /api/v1/configmaps':
    'configmaps is forbidden: User "jo" cannot list resource "configmaps" in API group "" at the cluster scope',
  'GET /apis/apps/v1/namespaces/team/deployments/d/status':
    'deployments.apps "d" is forbidden: User "jo" cannot get resource "deployments/status" in API group "apps" in the namespace "team"',
  'GET /apis/apps/v1/namespaces/team/deployments?watch=1':
    'deployments.apps is forbidden: User "jo" cannot watch resource "deployments" in API group "apps" in the namespace "team"',
  'DELETE /api/v1/namespaces/team':
    'namespaces "team" is forbidden: User "jo" cannot delete resource "namespaces" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/finalize':
    'namespaces "team" is forbidden: User "jo" cannot get resource "namespaces/finalize" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/pods/p/proxy/a/b':
    'pods "p" is forbidden: User "jo" cannot get resource "pods/proxy" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/pods?fieldSelector=metadata.name%3Dx':
    'pods "x" is forbidden: User "jo" cannot list resource "pods" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/pods/a?watch=true':
    'pods "a" is forbidden: User "jo" cannot get resource "pods" in API group "" in the namespace "team"',
  'GET /api/v1/watch/namespaces/team/pods/a':
    'pods "a" is forbidden: User "jo" cannot watch resource "pods" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/pods?watch=':
    'pods is forbidden: User "jo" cannot watch resource "pods" in API group "" in the namespace "team"',
  'GET /api/v1/namespaces/team/pods?watch=FALSE':
    'pods is forbidden: User "jo" cannot list resource "pods" in API group "" in the namespace "team"',
  'DELETE /api/v1/namespaces/team/pods?fieldSelector=metadata.name%3Dx':
    'pods is forbidden: User "jo" cannot deletecollection resource "pods" in API group "" in the namespace "team"',
  'OPTIONS /api/v1/namespaces/team/pods':
    'pods is forbidden: User "jo" cannot  resource "pods" in API group "" in the namespace "team"',
  'PUT /api/v1/namespaces/team/pods':
    'pods is forbidden: User "jo" cannot update resource "pods" in API group "" in the namespace "team"',
  'POST /metrics': 'forbidden: User "jo" cannot post path "/metrics"',
  'GET /foo/<b>': 'forbidden: User "jo" cannot get path "/foo/&lt;b&gt;"',
  'GET /foo%2Fbar': 'forbidden: User "jo" cannot get path "/foo/bar"',
}

describe('forbiddenFor', () => {
  it('says what was asked for in the words of the real server', () => {
    const refusals = Object.keys(REFUSED).map((line) => [line, refusalOf(line)])
    expect(Object.fromEntries(refusals)).toEqual(REFUSED)
  })

  it('names in details only what there is, and adds the reason', () => {
    const query = new URLSearchParams()
    const attributes = attributesOf({ method: 'GET', path: '/api/v1/pods', query }, user)
    expect(forbiddenFor(attributes, 'RBAC: broken').status).toMatchObject({
      message:
        'pods is forbidden: User "jo" cannot list resource "pods" in API group "" at the cluster scope: RBAC: broken',
      reason: 'Forbidden',
      details: { kind: 'pods' },
      code: 403,
    })
    const path = attributesOf({ method: 'GET', path: '/metrics', query }, user)
    expect(forbiddenFor(path).status.details).toEqual({})
  })
})
