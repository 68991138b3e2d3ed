import type { User } from '../auth/user.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Resource } from '../resources/resource.ts'
import { ADMISSION_REVIEW } from './admission-response.ts'
import { askedKind } from './asked-kind.ts'
import { askedName, namespaceOf } from './request-matcher.ts'
import type { VersionedAsk } from './versioned-ask.ts'

/** The AdmissionReview that is sent to a webhook. */
export function admissionReview(asked: VersionedAsk, uid: string): JsonObject {
  const { object, oldObject } = asked
  const { dryRun, options, ...about } = requestOf(asked)
  const seen = { object: object ?? null, oldObject: oldObject ?? null, dryRun, options }
  return {
    kind: ADMISSION_REVIEW.kind,
    apiVersion: ADMISSION_REVIEW.apiVersion,
    request: { uid, ...about, ...seen },
  }
}

/** The request itself, without its objects: what webhooks and expressions see as `request`. */
export function requestOf({ ask, resource }: VersionedAsk): JsonObject {
  const { subresource, operation } = ask
  const name = askedName(ask)
  const namespace = namespaceOf(ask)
  const kind = askedKind(resource, subresource)
  const asIs = askedKind(ask.resource, subresource)
  return {
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: resourceName(resource),
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: { group: asIs.group, version: asIs.version, kind: asIs.kind },
    requestResource: resourceName(ask.resource),
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: userInfo(ask.user),
    dryRun: ask.dryRun,
    options: ask.options,
  }
}

function resourceName({ group, version, resource }: Resource): JsonObject {
  return { group, version, resource }
}

function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    ...(name !== '' && { username: name }),
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  }
}
