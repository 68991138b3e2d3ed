import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { ApiError } from '../../status/api-error.ts'
import { readToken } from './json-web-token.ts'
import { makeSigningKey, signingKeyOf } from './signing-key.ts'
import { answerTokenRequest } from './token-request.ts'

const ISSUER = 'https://kubernetes.default.svc'
const START = Date.UTC(2026, 0, 1)
const object = (kind: string, name: string, more: JsonObject = {}): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'team', uid: `${name}-uid` },
  ...more,
})
const objects: Readonly<Record<string, ApiObject>> = {
  'serviceaccounts/team/bot': object('ServiceAccount', 'bot'),
  'serviceaccounts/team/default': object('ServiceAccount', 'default'),
  'secrets/team/bound': object('Secret', 'bound'),
  'pods/team/p': object('Pod', 'p', { spec: { serviceAccountName: 'bot', nodeName: 'n1' } }),
}
const key = signingKeyOf(makeSigningKey())

const ask = (request: JsonObject, name = 'bot'): Promise<JsonObject> =>
  answerTokenRequest(
    request,
    { namespace: 'team', name },
    {
      issuer: ISSUER,
      audiences: [ISSUER],
      key,
      lookUp: (resource, namespace, wanted) => objects[`${resource}/${namespace}/${wanted}`],
      clock: new VirtualClock(START),
      random: seededRandom(1),
    },
  )

const claimsIn = ({ status }: JsonObject): JsonObject =>
  readToken(String((status as JsonObject).token))?.claims ?? {}

async function refusal(request: JsonObject, name?: string): Promise<string> {
  const error = await ask(request, name).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return error instanceof ApiError ? `${error.status.code} ${error.message}` : String(error)
}

describe('answerTokenRequest', () => {
  it('gives a token for this server and an hour unless told', async () => {
    const answer = await ask({})
    expect(answer).toMatchObject({
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name: 'bot', namespace: 'team', uid: 'bot-uid', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { audiences: [ISSUER], expirationSeconds: 3600, boundObjectRef: null },
      status: { expirationTimestamp: '2026-01-01T01:00:00Z' },
    })
    expect(claimsIn(answer)).toEqual({
      aud: [ISSUER],
      exp: START / 1_000 + 3_600,
      iat: START / 1_000,
      iss: ISSUER,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'kubernetes.io': { namespace: 'team', serviceaccount: { name: 'bot', uid: 'bot-uid' } },
      nbf: START / 1_000,
      sub: 'system:serviceaccount:team:bot',
    })
    const other = await ask({ spec: { audiences: ['a', 'b'], expirationSeconds: 90_000 } })
    expect(claimsIn(other)).toMatchObject({ aud: ['a', 'b'], exp: START / 1_000 + 90_000 })
  })

  it('binds a token to a Secret, or to a pod and tells its node', async () => {
    const secret = { kind: 'Secret', apiVersion: 'v1', name: 'bound' }
    expect(claimsIn(await ask({ spec: { boundObjectRef: secret } }))['kubernetes.io']).toMatchObject({
      secret: { name: 'bound', uid: 'bound-uid' },
    })
    const pod = { kind: 'Pod', apiVersion: 'v1', name: 'p' }
    expect(claimsIn(await ask({ spec: { boundObjectRef: pod } }))['kubernetes.io']).toMatchObject({
      node: { name: 'n1' },
      pod: { name: 'p', uid: 'p-uid' },
    })
  })

  it('lets what a kubelet asks for live a year, and says since when it is behind the times', async () => {
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p' }
    const answer = await ask({ spec: { expirationSeconds: 3607, boundObjectRef } })
    expect(answer.status).toMatchObject({ expirationTimestamp: '2026-01-01T01:00:07Z' })
    expect(claimsIn(answer)).toMatchObject({
      exp: START / 1_000 + 31_536_000,
      'kubernetes.io': { warnafter: START / 1_000 + 3_607 },
    })
  })

  // Answers of a real kube-apiserver 1.34.2.
  it('refuses what the real server refuses, in its words', async () => {
    const kind = 'TokenRequest.authentication.k8s.io'
    const ref = (boundObjectRef: JsonObject): JsonObject => ({ spec: { boundObjectRef } })
    const refused: readonly (readonly [JsonObject, string])[] = [
      [
        { spec: { expirationSeconds: 1 } },
        `422 ${kind} "" is invalid: spec.expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes`,
      ],
      [
        { spec: { expirationSeconds: 4294967297 } },
        `422 ${kind} "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
      ],
      [
        { metadata: { name: 'other' } },
        `422 ${kind} "bot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified`,
      ],
      [
        { metadata: { uid: 'zzz' } },
        `409 Operation cannot be fulfilled on ${kind} "bot": the UID in the token request (zzz) does not match the UID of the service account (bot-uid)`,
      ],
      [
        ref({ kind: 'ConfigMap', apiVersion: 'v1', name: 'x' }),
        '400 cannot bind token to object of type /v1, Kind=ConfigMap',
      ],
      [
        ref({ kind: 'Deployment', apiVersion: 'apps/v1', name: 'x' }),
        '400 cannot bind token to object of type apps/v1, Kind=Deployment',
      ],
      [ref({}), '400 cannot bind token to object of type /, Kind='],
      [ref({ kind: 'Pod', apiVersion: 'v1', name: 'nopod' }), '404 pods "nopod" not found'],
      [ref({ kind: 'Node', apiVersion: 'v1', name: 'nonode' }), '404 nodes "nonode" not found'],
      [
        ref({ kind: 'Secret', apiVersion: 'v1', name: 'bound', uid: 'nope' }),
        '409 Operation cannot be fulfilled on Secret "bound": the UID in the bound object reference (nope) does not match the UID in record. The object might have been deleted and then recreated',
      ],
    ]
    for (const [request, message] of refused) expect(await refusal(request)).toBe(message)
    expect(await refusal({}, 'nosuch')).toBe('404 serviceaccounts "nosuch" not found')
    expect(await refusal(ref({ kind: 'Pod', apiVersion: 'v1', name: 'p' }), 'default')).toBe(
      '400 cannot bind token for serviceaccount "default" to pod running with different serviceaccount name.',
    )
  })
})
