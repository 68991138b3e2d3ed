import { describe, expect, it } from 'vitest'
import { TokenAuthenticator } from './authenticator.ts'

describe('TokenAuthenticator', () => {
  const users = new TokenAuthenticator({ secret: { name: 'admin', groups: ['system:masters'] } })

  it('knows a user by the token alone', () => {
    expect(users.authenticate('Bearer secret')?.name).toBe('admin')
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer secre',
      'Bearer secrets',
      'Basic secret',
      'secret',
    ]) {
      expect(users.authenticate(header), String(header)).toBeUndefined()
    }
  })
})
