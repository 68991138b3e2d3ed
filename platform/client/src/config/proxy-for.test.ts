import { describe, expect, it } from 'vitest'
import { proxyFor } from './proxy-for.ts'

const PROXY = 'http://proxy:3128'
const via = (server: string, exempt = '') => proxyFor(server, { HTTPS_PROXY: PROXY, NO_PROXY: exempt })

describe('proxyFor', () => {
  it('goes straight where no proxy is named, and to this machine', async () => {
    expect(await proxyFor('https://a.example', {})).toBeUndefined()
    expect(await proxyFor('http://a.example', { HTTPS_PROXY: PROXY })).toBeUndefined()
    for (const here of ['https://localhost:1', 'https://127.0.0.1', 'https://[::1]:6443']) {
      expect(await via(here)).toBeUndefined()
    }
  })

  it('reads both spellings', async () => {
    expect(await proxyFor('https://a.example', { https_proxy: 'proxy:1' })).toBe('http://proxy:1')
    expect(await proxyFor('http://a.example', { HTTP_PROXY: PROXY })).toBe(PROXY)
  })

  it.each([
    ['https://a.example', 'a.example'],
    ['https://b.a.example', 'a.example'],
    ['https://b.a.example', '.a.example'],
    ['https://b.a.example', 'x, *.a.example'],
    ['https://a.example:6443', 'a.example:6443'],
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://[fd00::1]', 'fd00::/8'],
    ['https://10.1.2.3', '10.1.2.3'],
    ['https://a.example', '*'],
  ])('spares %s by %s', async (server, exempt) => {
    expect(await via(server, exempt)).toBeUndefined()
  })

  it.each([
    ['https://aa.example', 'a.example'],
    ['https://a.example', '.a.example'],
    ['https://a.example:6443', 'a.example:443'],
    ['https://11.1.2.3', '10.0.0.0/8'],
    ['https://a.example', '10.0.0.0/8'],
  ])('does not spare %s by %s', async (server, exempt) => {
    expect(await via(server, exempt)).toBe(PROXY)
  })
})
