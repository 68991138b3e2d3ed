import type { Clock, Logger, Random } from '@reeve/ground'
import { attributesOf } from '../auth/attributes.ts'
import type { Authenticator } from '../auth/authentication/authenticator.ts'
import { BearerAuthenticator } from '../auth/authentication/bearer-authenticator.ts'
import { clientCertificates } from '../auth/authentication/client-certificates.ts'
import { StaticTokens } from '../auth/authentication/static-tokens.ts'
import type { Authorizer } from '../auth/authorizer.ts'
import { AGGREGATOR, bootstrapPolicy } from '../auth/bootstrap/bootstrap-policy.ts'
import { planPolicy } from '../auth/bootstrap/plan-policy.ts'
import { forbiddenFor } from '../auth/forbidden-for.ts'
import { AggregationController } from '../auth/rbac/aggregation-controller.ts'
import { RbacAuthorizer } from '../auth/rbac/rbac-authorizer.ts'
import { RuleResolver } from '../auth/rbac/rule-resolver.ts'
import type { LookUp } from '../auth/service-accounts/look-up.ts'
import { SecretTokenController } from '../auth/service-accounts/secret-token-controller.ts'
import { ServiceAccountTokens } from '../auth/service-accounts/service-account-tokens.ts'
import { makeSigningKey, type SigningKey, signingKeyOf } from '../auth/service-accounts/signing-key.ts'
import { MASTERS, type User } from '../auth/user.ts'
import { type ApiObject, timestamp, withMeta } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { FollowedObjects } from '../storage/followed-objects.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { newUid } from '../verbs/generate-name.ts'
import type { ApiRequest } from './api-request.ts'
import type { OwnRequests } from './own-requests.ts'

export interface SecurityOptions {
  readonly store: ObjectStore
  readonly registry: ResourceRegistry
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Signs the tokens of service accounts, as PEM. */
  readonly signingKey: string | undefined
  readonly rootCa: string
}

/** What tokens of service accounts say of who made them, and for whom they are meant unless told otherwise. */
export const ISSUER = 'https://kubernetes.default.svc'
const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' }
const CORE = { group: '', version: 'v1' }

/** Who somebody is and what they may do, from the roles and service accounts that are stored. */
export class Security {
  readonly authorizer: Authorizer
  readonly resolver: RuleResolver
  readonly key: SigningKey
  readonly lookUp: LookUp
  readonly accounts: ServiceAccountTokens
  readonly #options: SecurityOptions
  readonly #followed: ReadonlyMap<string, FollowedObjects>

  constructor(options: SecurityOptions) {
    const { store, clock, logger } = options
    this.#options = options
    const followed = (plural: string): FollowedObjects =>
      new FollowedObjects({ store, resource: this.#find(RBAC, plural), clock, logger })
    const [roles, roleBindings] = [followed('roles'), followed('rolebindings')]
    const [clusterRoles, clusterRoleBindings] = [followed('clusterroles'), followed('clusterrolebindings')]
    this.#followed = new Map(
      Object.entries({
        Role: roles,
        RoleBinding: roleBindings,
        ClusterRole: clusterRoles,
        ClusterRoleBinding: clusterRoleBindings,
      }),
    )
    this.resolver = new RuleResolver({ roles, roleBindings, clusterRoles, clusterRoleBindings })
    this.authorizer = new RbacAuthorizer(this.resolver)
    this.key = signingKeyOf(options.signingKey ?? makeSigningKey())
    this.lookUp = (plural, namespace, name) => store.get(this.#find(CORE, plural), namespace, name)
    this.accounts = new ServiceAccountTokens({
      issuer: ISSUER,
      keys: [this.key],
      audiences: [ISSUER],
      lookUp: this.lookUp,
      clock,
    })
  }

  /** Whoever may be known: by certificate, by one of these tokens, or as a service account. */
  authenticators(users: Readonly<Record<string, User>>): readonly Authenticator[] {
    return [clientCertificates, this.bearers(users)]
  }

  bearers(users: Readonly<Record<string, User>>): BearerAuthenticator {
    const tokens = [new StaticTokens(users, this.#options.random), this.accounts]
    return new BearerAuthenticator({ tokens, audiences: [ISSUER] })
  }

  /** Refuses what the user may not do. */
  check(request: ApiRequest, user: User): void {
    if (user.groups.includes(MASTERS)) {
      request.audit?.annotate('authorization.k8s.io/decision', 'allow')
      request.audit?.annotate('authorization.k8s.io/reason', '')
      return
    }
    const attributes = attributesOf(request, user)
    const { allowed, reason } = this.authorizer.authorize(attributes)
    request.audit?.annotate('authorization.k8s.io/decision', allowed ? 'allow' : 'forbid')
    request.audit?.annotate('authorization.k8s.io/reason', reason)
    if (!allowed) throw forbiddenFor(attributes, reason)
  }

  /** Brings in the roles of every cluster where they are missing, then follows what is stored. */
  async start(): Promise<void> {
    for (const objects of this.#followed.values()) await objects.start()
    await this.#bootstrap()
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#followed.values()].map((objects) => objects.stop()))
  }

  /** What keeps aggregated roles and the tokens in secrets up to date. */
  controllers(own: OwnRequests): readonly { start(): Promise<void>; stop(): Promise<void> }[] {
    const { store, clock, logger, rootCa } = this.#options
    const clusterRoles = this.#find(RBAC, 'clusterroles')
    const [secrets, accounts] = [this.#find(CORE, 'secrets'), this.#find(CORE, 'serviceaccounts')]
    return [
      new AggregationController({
        store,
        resource: clusterRoles,
        apply: (role) => own.apply(clusterRoles, role, AGGREGATOR),
        clock,
        logger,
      }),
      new SecretTokenController({
        store,
        secrets,
        accounts,
        key: this.key,
        rootCa,
        update: (secret) => own.update(secrets, secret),
        remove: ({ metadata: { namespace = '', name, uid = '' } }) =>
          own.remove(secrets, { namespace, name, uid }, 'Background'),
        clock,
        logger,
      }),
    ]
  }

  async #bootstrap(): Promise<void> {
    const { store, clock, random } = this.#options
    const now = timestamp(clock.now())
    const find = (kind: string, namespace: string, name: string): ApiObject | undefined =>
      this.#followed.get(kind)?.get(namespace, name)
    const made: { readonly resource: Resource; readonly object: ApiObject }[] = []
    for (const step of planPolicy(bootstrapPolicy(now), find)) {
      const resource = this.#find(RBAC, `${step.object.kind.toLowerCase()}s`)
      if (step.do === 'update') await store.replace(resource, step.object)
      else {
        if (step.do === 'recreate') await store.remove(resource, step.old)
        const object = withMeta(step.object, { uid: newUid(random), creationTimestamp: now })
        made.push({ resource, object })
      }
    }
    await store.createAll(made)
  }

  #find(groupVersion: { readonly group: string; readonly version: string }, plural: string): Resource {
    return this.#options.registry.get(groupVersion, plural)
  }
}
