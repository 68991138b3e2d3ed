import { realClock } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import { ExecPlugin } from './exec-plugin.ts'

const VERSION = 'client.authentication.k8s.io/v1'
const printing = (value: object | string) =>
  new ExecPlugin(
    {
      apiVersion: VERSION,
      command: process.execPath,
      args: ['-p', `process.env.SAID`],
      env: [{ name: 'SAID', value: typeof value === 'string' ? value : JSON.stringify(value) }],
    },
    { clock: realClock, env: { PATH: process.env.PATH }, cluster: {} },
  )

describe('ExecPlugin', () => {
  it('takes a certificate as well as a token', async () => {
    const status = { clientCertificateData: 'cert', clientKeyData: 'key' }
    const given = printing({ apiVersion: VERSION, kind: 'ExecCredential', status })
    expect(await given.credential()).toEqual({ certificate: { cert: 'cert', key: 'key' } })
  })

  it.each([
    ['no JSON', 'token', 'cannot read what'],
    ['another version', { apiVersion: 'other/v1', status: { token: 'a' } }, 'cannot use what'],
    ['no status', { apiVersion: VERSION }, 'cannot use what'],
    ['nothing to show', { apiVersion: VERSION, status: {} }, 'cannot use what'],
  ])('refuses %s', async (_, said, words) => {
    const error = await printing(said)
      .credential()
      .catch((failed) => failed)
    expect(error).toMatchObject({ code: 'CLIENT_CREDENTIAL' })
    expect(error.message).toContain(words)
  })
})
