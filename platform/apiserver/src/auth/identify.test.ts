import { describe, expect, it } from 'vitest'
import { BearerAuthenticator } from './authentication/bearer-authenticator.ts'
import { StaticTokens } from './authentication/static-tokens.ts'
import type { Authorizer } from './authorizer.ts'
import { type Identified, identify } from './identify.ts'

const tokens = [new StaticTokens({ secret: { name: 'admin', groups: ['system:masters'] } })]
const authenticators = [new BearerAuthenticator({ tokens, audiences: ['here'] })]
const authorizer: Authorizer = {
  authorize: ({ user }) => ({ allowed: user.groups.includes('system:masters'), reason: '' }),
}
const who = (rawHeaders: readonly string[], anonymous = true): Promise<Identified> => {
  const [, authorization] = rawHeaders[0] === 'Authorization' ? rawHeaders : []
  const shown = { headers: { authorization }, rawHeaders, url: '/api' }
  return identify(shown, { authenticators, authorizer, anonymous })
}
const RIGHT = ['Authorization', 'Bearer secret']

describe('identify', () => {
  it('believes whoever shows something that is right, and refuses what is wrong', async () => {
    expect((await who(RIGHT)).user.name).toBe('admin')
    await expect(who(['Authorization', 'Bearer wrong'])).rejects.toThrow('Unauthorized')
  })

  it('lets whoever shows nothing go on unknown, or not at all', async () => {
    expect((await who([])).user.name).toBe('system:anonymous')
    await expect(who([], false)).rejects.toThrow('Unauthorized')
  })

  it('says who was taken for another', async () => {
    const { user, impersonatedBy } = await who([...RIGHT, 'Impersonate-User', 'jo'])
    expect([user.name, impersonatedBy?.name]).toEqual(['jo', 'admin'])
    await expect(who(['Impersonate-User', 'jo'])).rejects.toThrow(
      'users "jo" is forbidden: User "system:anonymous" cannot impersonate resource "users" in API group "" at the cluster scope',
    )
  })
})
