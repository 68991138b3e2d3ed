import type { Clock, Random } from '@reeve/ground'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import { type ApiObject, metaOf, timestamp } from '../../resources/api-object.ts'
import { badRequest, conflict, invalid, notFound } from '../../status/api-errors.ts'
import type { FieldError } from '../../status/field-error.ts'
import { newUid } from '../../verbs/generate-name.ts'
import { bindToken } from './bind-token.ts'
import { signToken } from './json-web-token.ts'
import type { LookUp } from './look-up.ts'
import type { SigningKey } from './signing-key.ts'
import { claimsFor } from './token-claims.ts'

const GROUP = 'authentication.k8s.io'
const KIND = 'TokenRequest'
const SHORTEST = 600
const LONGEST = 2 ** 32
/** What kubelets ask for; clients of old that never read their token again get a year, and are noticed. */
const RENEWED_SECONDS = 3_607
const EXTENDED_SECONDS = 365 * 24 * 3_600
const DEFAULT_SECONDS = 3_600

export interface TokenRequestOptions {
  readonly issuer: string
  /** What this server is called where tokens say for whom they are meant. */
  readonly audiences: readonly string[]
  readonly key: SigningKey
  readonly lookUp: LookUp
  readonly clock: Clock
  readonly random: Random
}

/** Which service account a token is asked for. */
export interface TokenFor {
  readonly namespace: string
  readonly name: string
}

/** The answer to a POST of a TokenRequest to `serviceaccounts/<name>/token`; throws an ApiError. */
export async function answerTokenRequest(
  request: JsonObject,
  target: TokenFor,
  options: TokenRequestOptions,
): Promise<JsonObject> {
  checkNames(request, target)
  const { namespace, name } = target
  const account = await options.lookUp('serviceaccounts', namespace, name)
  if (account === undefined) throw notFound({ group: '', kind: 'serviceaccounts', name })
  checkUid(request, account)
  const spec: JsonObject = isObject(request.spec) ? request.spec : {}
  const seconds = secondsOf(spec)
  const audiences = audiencesOf(spec, options.audiences)
  const bound = await bindToken(spec.boundObjectRef, target, options.lookUp)
  const now = options.clock.now()
  const extended =
    bound?.kind === 'Pod' &&
    seconds === RENEWED_SECONDS &&
    audiences.every((audience) => options.audiences.includes(audience))
  const claims = claimsFor(account, {
    issuer: options.issuer,
    audiences,
    now,
    seconds: extended ? EXTENDED_SECONDS : seconds,
    ...(extended && { warnAfterSeconds: seconds }),
    ...(bound && { bound }),
    id: newUid(options.random),
  })
  const token = signToken(claims, options.key)
  const { uid = '' } = account.metadata
  const { name: _, namespace: __, uid: ___, creationTimestamp: ____, ...meta } = metaOf(request)
  return {
    kind: KIND,
    apiVersion: `${GROUP}/v1`,
    metadata: { name, namespace, uid, creationTimestamp: timestamp(now), ...meta },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: timestamp(now + seconds * 1_000) },
  }
}

function checkNames(request: JsonObject, target: TokenFor): void {
  for (const member of ['name', 'namespace'] as const) {
    const given = metaOf(request)[member]
    if (typeof given !== 'string' || given === '' || given === target[member]) continue
    const detail = `must match the service account ${member} if specified`
    throw invalid({ group: GROUP, kind: KIND, name: target.name }, [
      wrong(`metadata.${member}`, quote(given), detail),
    ])
  }
}

function checkUid(request: JsonObject, { metadata }: ApiObject): void {
  const { uid } = metaOf(request)
  if (typeof uid !== 'string' || uid === '' || uid === metadata.uid) return
  const why = `the UID in the token request (${uid}) does not match the UID of the service account (${metadata.uid ?? ''})`
  throw conflict({ group: GROUP, kind: KIND, name: metadata.name }, why)
}

function secondsOf({ expirationSeconds }: JsonObject): number {
  const seconds = expirationSeconds ?? DEFAULT_SECONDS
  if (typeof seconds !== 'number' && typeof seconds !== 'bigint') {
    throw badRequest('spec.expirationSeconds is not a number')
  }
  const detail =
    seconds < SHORTEST
      ? 'may not specify a duration less than 10 minutes'
      : seconds > LONGEST
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined
  if (detail === undefined) return Number(seconds)
  const error = wrong('spec.expirationSeconds', String(seconds), detail)
  throw invalid({ group: GROUP, kind: KIND, name: '' }, [error])
}

function audiencesOf({ audiences }: JsonObject, own: readonly string[]): readonly string[] {
  const asked = isList(audiences) ? audiences.filter((one: JsonValue) => typeof one === 'string') : []
  return asked.length === 0 ? own : asked
}

function wrong(field: string, value: string, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value, detail }
}
