import { describe, expect, it } from 'vitest'
import type { Authorizer } from './authorizer.ts'
import { impersonate, readImpersonation } from './impersonation.ts'
import type { User } from './user.ts'

const EVERYTHING: Authorizer = { authorize: () => ({ allowed: true, reason: '' }) }
const bot: User = { name: 'system:serviceaccount:team:bot', groups: [] }

const as = (headers: readonly string[], authorizer: Authorizer = EVERYTHING): User => {
  const wanted = readImpersonation(headers)
  if (wanted === undefined) throw new Error('no impersonation')
  return impersonate(bot, wanted, { authorizer, url: '/api/v1/namespaces/team/configmaps' })
}

/** Allows to be taken for jo, and nothing else. */
const onlyJo: Authorizer = {
  authorize: (attributes) => ({
    allowed: attributes.type === 'resource' && attributes.resource === 'users' && attributes.name === 'jo',
    reason: '',
  }),
}

// Answers of a real kube-apiserver 1.34.2.
describe('impersonate', () => {
  it('takes a request for one of another user with groups, uid and extra', () => {
    const headers = ['Impersonate-User', 'jo', 'Impersonate-Group', 'g,1', 'impersonate-group', 'g2']
    const more = ['Impersonate-Extra-Scopes', 'a', 'Impersonate-Extra-Scopes', 'b']
    const project = ['Impersonate-Extra-Acme.com%2Fproject', 'x', 'Impersonate-Uid', 'u', 'Accept', '*/*']
    expect(as([...headers, ...more, ...project])).toEqual({
      name: 'jo',
      uid: 'u',
      groups: ['g,1', 'g2', 'system:authenticated'],
      extra: { scopes: ['a', 'b'], 'acme.com/project': ['x'] },
    })
  })

  it('gives service accounts the groups of all, unless groups are named', () => {
    const user = ['Impersonate-User', 'system:serviceaccount:team:bot']
    expect(as(user).groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:team',
      'system:authenticated',
    ])
    expect(as([...user, 'Impersonate-Group', 'g']).groups).toEqual(['g', 'system:authenticated'])
    const none = ['Impersonate-User', 'system:serviceaccount:team:Bot:x']
    expect(as(none).groups).toEqual(['system:authenticated'])
  })

  it('keeps the unknown unknown', () => {
    expect(as(['Impersonate-User', 'system:anonymous']).groups).toEqual(['system:unauthenticated'])
    const told = ['Impersonate-User', 'jo', 'Impersonate-Group', 'system:unauthenticated']
    expect(as(told).groups).toEqual(['system:unauthenticated'])
  })

  it('asks for every part whether it is allowed', () => {
    const jo = ['Impersonate-User', 'jo']
    expect(as(jo, onlyJo).name).toBe('jo')
    const who = 'is forbidden: User "system:serviceaccount:team:bot" cannot impersonate resource'
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['Impersonate-User', 'al'], `users "al" ${who} "users" in API group "" at the cluster scope`],
      [
        ['Impersonate-User', 'system:serviceaccount:team:bot'],
        `serviceaccounts "bot" ${who} "serviceaccounts" in API group "" in the namespace "team"`,
      ],
      [[...jo, 'Impersonate-Group', 'g'], `groups "g" ${who} "groups" in API group "" at the cluster scope`],
      [
        [...jo, 'Impersonate-Uid', 'u1'],
        `uids.authentication.k8s.io "u1" ${who} "uids" in API group "authentication.k8s.io" at the cluster scope`,
      ],
      [
        [...jo, 'Impersonate-Extra-Scopes', 'sc'],
        `userextras.authentication.k8s.io "sc" ${who} "userextras/scopes" in API group "authentication.k8s.io" at the cluster scope`,
      ],
    ]
    for (const [headers, message] of refused) expect(() => as(headers, onlyJo)).toThrow(message)
  })

  it('refuses parts without a user', () => {
    const headers = ['Impersonate-Group', 'g', 'Impersonate-Extra-Scopes', 's', 'Impersonate-Uid', 'u']
    expect(() => as(headers)).toThrow(
      'Internal Server Error: "/api/v1/namespaces/team/configmaps": requested [{Group  g    } {UserExtra  s  authentication.k8s.io/v1  scopes} {UID  u  authentication.k8s.io/v1  }] without impersonating a user',
    )
    expect(readImpersonation(['Accept', '*/*'])).toBeUndefined()
  })
})
