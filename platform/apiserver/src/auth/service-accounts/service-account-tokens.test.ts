import { createPublicKey, generateKeyPairSync, type JsonWebKeyInput } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import { BearerAuthenticator } from '../authentication/bearer-authenticator.ts'
import { readToken, signToken } from './json-web-token.ts'
import { openIdConfiguration, openIdKeys } from './open-id.ts'
import { accountOfSecret, withSecretToken } from './secret-token.ts'
import { ServiceAccountTokens } from './service-account-tokens.ts'
import {
  makeSigningKey,
  type SigningKey,
  signingKeyOf,
  type VerifyingKey,
  verifyingKeyOf,
} from './signing-key.ts'
import { claimsFor } from './token-claims.ts'

/** Tokens that a real kube-apiserver 1.34.2 and its controller manager made, and the keys to check them with. */
interface RecordedTokens {
  readonly keys: { readonly keys: readonly { readonly kid: string }[] }
  readonly plain: string
  readonly pod: string
  readonly secret: string
}
const recorded = JSON.parse(
  readFileSync(new URL('recorded-tokens.json', import.meta.url), 'utf8'),
) as RecordedTokens
const ISSUER = 'https://kubernetes.default.svc'
// When the real server signed the recorded tokens.
const THEN = 1_794_724_600_000
const ACCOUNT_UID = '9e168c07-d3a8-4237-bfda-4733bea847c0'
const POD_UID = '9dabc710-9da0-4a59-ad77-57624b9fbc4e'

const object = (kind: string, name: string, uid: string): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'team', uid },
})
const bot = object('ServiceAccount', 'bot', ACCOUNT_UID)
const [jwk] = recorded.keys.keys
const realKey = verifyingKeyOf(createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput))
const ownKey = signingKeyOf(makeSigningKey())

function setUp(objects: Readonly<Record<string, ApiObject>>, keys: readonly VerifyingKey[] = [ownKey]) {
  const clock = new VirtualClock(THEN)
  const lookUp = (resource: string, namespace: string, name: string): ApiObject | undefined =>
    objects[`${resource}/${namespace}/${name}`]
  const audiences = [ISSUER]
  const tokens = new ServiceAccountTokens({ issuer: ISSUER, keys, audiences, lookUp, clock })
  return { clock, bearer: new BearerAuthenticator({ tokens: [tokens], audiences }) }
}

const whole = {
  'serviceaccounts/team/bot': bot,
  'pods/team/p': object('Pod', 'p', POD_UID),
  'secrets/team/bot-token': {
    ...object('Secret', 'bot-token', 's1'),
    data: { token: Buffer.from(recorded.secret).toString('base64') },
  },
}
const groups = ['system:serviceaccounts', 'system:serviceaccounts:team', 'system:authenticated']
const invalid = (why: string): string => `[invalid bearer token, ${why}]`
const tokenOf = (claims: JsonObject, key: SigningKey = ownKey): string => signToken(claims, key)
const claims = (): JsonObject =>
  claimsFor(bot, { issuer: ISSUER, audiences: [ISSUER], now: THEN, seconds: 600, id: 'id1' })

describe('tokens of a real kube-apiserver', () => {
  const { bearer } = setUp(whole, [realKey])

  it('are known with their groups and what they are bound to', async () => {
    expect(realKey.id).toBe(jwk?.kid)
    expect(await bearer.check(recorded.plain)).toEqual({
      user: {
        name: 'system:serviceaccount:team:bot',
        uid: ACCOUNT_UID,
        groups,
        extra: { 'authentication.kubernetes.io/credential-id': ['JTI=8441f5e7-ec44-46b0-aab5-0ec08b4defcc'] },
      },
      audiences: [ISSUER],
    })
    expect((await bearer.check(recorded.pod)).user.extra).toEqual({
      'authentication.kubernetes.io/credential-id': ['JTI=a35c275a-fb76-4f93-8a79-205d6f4e8b96'],
      'authentication.kubernetes.io/node-name': ['n1'],
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': [POD_UID],
    })
  })

  it('are known out of a Secret', async () => {
    const name = 'system:serviceaccount:team:bot'
    expect((await bearer.check(recorded.secret)).user).toEqual({ name, uid: ACCOUNT_UID, groups })
    const { bearer: without } = setUp({ 'serviceaccounts/team/bot': bot }, [realKey])
    await expect(without.check(recorded.secret)).rejects.toThrow(invalid('Token has been invalidated'))
  })

  // The texts are those of the real server's TokenReviews.
  it('are refused for other audiences, with other signatures, and once something is gone', async () => {
    await expect(bearer.check(recorded.plain, ['x'])).rejects.toThrow(
      invalid(`token audiences ["${ISSUER}"] is invalid for the target audiences ["x"]`),
    )
    await expect(bearer.check(`${recorded.plain}x`)).rejects.toThrow(
      invalid('go-jose/go-jose: error in cryptographic primitive'),
    )
    await expect(setUp({}, [realKey]).bearer.check(recorded.plain)).rejects.toThrow(
      invalid('serviceaccounts "bot" not found'),
    )
    const another = { 'serviceaccounts/team/bot': object('ServiceAccount', 'bot', 'other') }
    await expect(setUp(another, [realKey]).bearer.check(recorded.plain)).rejects.toThrow(
      invalid(`service account UID (other) does not match claim (${ACCOUNT_UID})`),
    )
    const podless = { 'serviceaccounts/team/bot': bot }
    await expect(setUp(podless, [realKey]).bearer.check(recorded.pod)).rejects.toThrow(
      invalid('service account token has been invalidated'),
    )
  })
})

describe('ServiceAccountTokens', () => {
  it('knows what this server signed, by a key on P-256 or an RSA one', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsa = signingKeyOf(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
    const { bearer } = setUp(whole, [ownKey, rsa])
    for (const key of [ownKey, rsa]) {
      expect((await bearer.check(tokenOf(claims(), key))).user.name).toBe('system:serviceaccount:team:bot')
      expect(readToken(tokenOf(claims(), key))?.header).toEqual({ alg: key.algorithm, kid: key.id })
    }
    expect(() => signingKeyOf('nothing')).toThrow('expected a private key as PEM')
  })

  it('takes no token that was changed, that another signed, or that says it needs no signature', async () => {
    const { bearer } = setUp(whole)
    const token = tokenOf(claims())
    const [head = '', , tail = ''] = token.split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims(), sub: 'admin' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const [, body = ''] = token.split('.')
    const other = tokenOf(claims(), signingKeyOf(makeSigningKey()))
    for (const wrong of [
      `${head}.${changed}.${tail}`,
      `${none}.${body}.${tail}`,
      `${none}.${body}.`,
      other,
      `${token}.x`,
    ]) {
      await expect(bearer.check(wrong), wrong).rejects.toThrow('invalid bearer token')
    }
  })

  it('goes by the times in a token, give or take a minute', async () => {
    const { bearer, clock } = setUp(whole)
    const token = tokenOf(claims())
    const later = tokenOf({ ...claims(), nbf: THEN / 1_000 + 61 })
    await expect(bearer.check(later)).rejects.toThrow(invalid('service account token is not valid yet'))
    await clock.advance(659_000)
    await expect(bearer.check(token)).resolves.toBeDefined()
    await clock.advance(2_000)
    await expect(bearer.check(token)).rejects.toThrow(invalid('service account token has expired'))
  })

  it('lets a minute pass after a deletion has begun', async () => {
    const going = (ago: number) => ({
      'serviceaccounts/team/bot': withMeta(bot, { deletionTimestamp: new Date(THEN - ago).toISOString() }),
    })
    await expect(setUp(going(59_000)).bearer.check(tokenOf(claims()))).resolves.toBeDefined()
    await expect(setUp(going(61_000)).bearer.check(tokenOf(claims()))).rejects.toThrow(
      invalid('service account team/bot has been deleted'),
    )
  })
})

describe('withSecretToken', () => {
  const secret: ApiObject = {
    ...withMeta(object('Secret', 'bot-token', 's1'), {
      annotations: { 'kubernetes.io/service-account.name': 'bot' },
    }),
    type: 'kubernetes.io/service-account-token',
  }
  it('fills a Secret once with a token that is known as long as the Secret has it', async () => {
    expect(accountOfSecret(secret)).toBe('bot')
    const filled = withSecretToken(secret, bot, { key: ownKey, rootCa: 'CA' })
    expect(filled.metadata.annotations?.['kubernetes.io/service-account.uid']).toBe(ACCOUNT_UID)
    expect(withSecretToken(filled, bot, { key: ownKey, rootCa: 'CA' })).toBe(filled)
    const data = filled.data as Record<string, string>
    const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString()
    expect([text('ca.crt'), text('namespace')]).toEqual(['CA', 'team'])
    const { bearer } = setUp({ 'serviceaccounts/team/bot': bot, 'secrets/team/bot-token': filled })
    expect((await bearer.check(text('token'))).user.name).toBe('system:serviceaccount:team:bot')
    expect(Object.keys(readToken(text('token'))?.claims ?? {})).toEqual(
      Object.keys(readToken(recorded.secret)?.claims ?? {}),
    )
  })
})

describe('OpenID documents', () => {
  it('are those of the real server', () => {
    expect(openIdKeys([realKey])).toEqual(recorded.keys)
    expect(openIdConfiguration({ issuer: ISSUER, address: '192.0.2.2:29834', keys: [realKey] })).toEqual({
      issuer: ISSUER,
      jwks_uri: 'https://192.0.2.2:29834/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
    expect(openIdKeys([ownKey])).toMatchObject({
      keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }],
    })
  })
})
