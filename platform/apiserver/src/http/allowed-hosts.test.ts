import { describe, expect, it } from 'vitest'
import { allowedHosts } from './allowed-hosts.ts'

describe('allowedHosts', () => {
  const allows = allowedHosts(['kubernetes.default.svc', 'Reeve.example'])

  it.each([
    '127.0.0.1:6443',
    '[::1]:6443',
    'localhost',
    'LOCALHOST:1',
    'kubernetes.default.svc',
    'reeve.example.:443',
    undefined,
  ])('lets through %s', (authority) => {
    expect(allows(authority)).toBe(true)
  })

  it.each(['evil.example', 'evil.example:6443', 'localhost.evil.example', '127.0.0.1.nip.io', '', 'a b'])(
    'refuses "%s"',
    (authority) => {
      expect(allows(authority)).toBe(false)
    },
  )
})
