import type { Admission, Admitted, Admitting } from '../../admission/admission.ts'
import type { Authorizer } from '../../auth/authorizer.ts'
import type { User } from '../../auth/user.ts'
import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import { forbidden } from '../../status/api-errors.ts'

const GROUP = 'certificates.k8s.io'

/** Writes into requests for certificates who asks, and lets only those decide and sign who may for that signer. */
export class CertificateAdmission implements Admission {
  readonly #authorizer: Authorizer

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer
  }

  async mutate(ask: Admitting): Promise<Admitted<ApiObject | undefined>> {
    const { object } = ask
    if (!isAbout(ask) || object === undefined) return { object, warnings: [] }
    // A stock server keeps no account of who owns what in them.
    const plain = withMeta(object, { managedFields: undefined })
    return { object: ask.operation === 'CREATE' ? askedBy(ask.user, plain) : plain, warnings: [] }
  }

  async validate(ask: Admitting): Promise<Admitted<undefined>> {
    const { operation, subresource, object, oldObject, user } = ask
    if (isAbout(ask) && operation === 'UPDATE' && object !== undefined && oldObject !== undefined) {
      const signer = memberOf(oldObject.spec, 'signerName')
      if (subresource === 'approval' && !this.#may(user, 'approve', signer))
        throw refused(ask, 'approve', signer)
      const signs = ['certificate', 'conditions'].some(
        (name) => !isSame(statusMember(object, name), statusMember(oldObject, name)),
      )
      if (subresource === 'status' && signs && !this.#may(user, 'sign', signer))
        throw refused(ask, 'sign', signer)
    }
    return { object: undefined, warnings: [] }
  }

  /** For this signer, or for all of its domain. */
  #may(user: User, verb: string, signer: string): boolean {
    const domain = `${signer.split('/')[0]}/*`
    return [signer, domain].some((name) => {
      const about = { group: GROUP, version: '*', resource: 'signers', subresource: '', namespace: '' }
      return this.#authorizer.authorize({ type: 'resource', user, verb, ...about, name }).allowed
    })
  }
}

function isAbout({ resource }: Admitting): boolean {
  return resource.group === GROUP && resource.resource === 'certificatesigningrequests'
}

/** Whatever the request said of that before. */
function askedBy({ name, uid, groups, extra }: User, request: ApiObject): ApiObject {
  const given = isObject(request.spec) ? request.spec : {}
  const { username: _, uid: __, groups: ___, extra: ____, ...spec } = given
  const who: JsonObject = {
    ...(name !== '' && { username: name }),
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra: extra as unknown as JsonValue }),
  }
  return { ...request, spec: { ...spec, ...who } } as ApiObject
}

function memberOf(value: JsonValue | undefined, name: string): string {
  return isObject(value) ? String(value[name] ?? '') : ''
}

function statusMember({ status }: ApiObject, name: string): JsonValue {
  return (isObject(status) ? status[name] : undefined) ?? null
}

function refused({ resource, name }: Admitting, verb: string, signer: string): Error {
  const why = `user not permitted to ${verb} requests with signerName ${quote(signer)}`
  return forbidden({ group: GROUP, kind: resource.resource, name }, why)
}
