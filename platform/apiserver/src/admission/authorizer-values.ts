import type { Attributes } from '../auth/attributes.ts'
import type { Authorizer } from '../auth/authorizer.ts'
import type { User } from '../auth/user.ts'
import { type AuthorizerQuestion, CelAuthorizer, CelResourceCheck } from '../cel/values/cel-authorizer.ts'
import type { AuthorizerValues } from './match-conditions.ts'
import { askedName, namespaceOf } from './request-matcher.ts'

/** What expressions see of an authorizer: it answers for whoever makes the request, or for a service account. */
export function authorizerValues(authorizer: Authorizer): AuthorizerValues {
  return (ask) => {
    const all = new CelAuthorizer((question) => authorizer.authorize(attributesOf(question, ask.user)))
    const { group, resource } = ask.resource
    const about = {
      group,
      resource,
      subresource: ask.subresource,
      namespace: namespaceOf(ask),
      name: askedName(ask),
    }
    return { authorizer: all, 'authorizer.requestResource': new CelResourceCheck(all, about) }
  }
}

function attributesOf(
  { verb, path, resource, serviceAccount }: AuthorizerQuestion,
  asking: User,
): Attributes {
  const user = serviceAccount === undefined ? asking : accountUser(serviceAccount)
  if (resource === undefined) return { type: 'path', user, verb, path: path ?? '' }
  const { group, subresource = '', namespace = '', name = '' } = resource
  return {
    type: 'resource',
    user,
    verb,
    group,
    version: '*',
    resource: resource.resource,
    subresource,
    namespace,
    name,
  }
}

function accountUser({ namespace, name }: { readonly namespace: string; readonly name: string }): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
  return { name: `system:serviceaccount:${namespace}:${name}`, groups }
}
