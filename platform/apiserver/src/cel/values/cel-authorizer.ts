import { CelOpaque } from './cel-opaque.ts'

/** What an expression asks: may the user, or a service account instead, do this? */
export interface AuthorizerQuestion {
  readonly verb: string
  readonly serviceAccount?: { readonly namespace: string; readonly name: string }
  readonly path?: string
  readonly resource?: {
    readonly group: string
    readonly resource: string
    readonly subresource?: string
    readonly namespace?: string
    readonly name?: string
    readonly fieldSelector?: string
    readonly labelSelector?: string
  }
}

/** Yes or no, why, and what went wrong on the way. */
export interface AuthorizerAnswer {
  readonly allowed: boolean
  readonly reason?: string
  readonly error?: string
}

/** Answers at once, from what it knows; expressions do not wait. */
export type AskAuthorizer = (question: AuthorizerQuestion) => AuthorizerAnswer

/** The value of the variable `authorizer`. */
export class CelAuthorizer extends CelOpaque {
  override readonly typeName = 'kubernetes.authorization.Authorizer'
  readonly #ask: AskAuthorizer
  readonly #account: AuthorizerQuestion['serviceAccount']

  constructor(ask: AskAuthorizer, account?: AuthorizerQuestion['serviceAccount']) {
    super()
    this.#ask = ask
    this.#account = account
  }

  override isSame(other: CelOpaque): boolean {
    return this === other
  }

  as(account: NonNullable<AuthorizerQuestion['serviceAccount']>): CelAuthorizer {
    return new CelAuthorizer(this.#ask, account)
  }

  ask(question: AuthorizerQuestion): CelDecision {
    return new CelDecision(
      this.#ask(this.#account === undefined ? question : { ...question, serviceAccount: this.#account }),
    )
  }
}

/** `authorizer.path(…)`. */
export class CelPathCheck extends CelOpaque {
  override readonly typeName = 'kubernetes.authorization.PathCheck'
  readonly authorizer: CelAuthorizer
  readonly path: string

  constructor(authorizer: CelAuthorizer, path: string) {
    super()
    this.authorizer = authorizer
    this.path = path
  }

  override isSame(other: CelOpaque): boolean {
    return this === other
  }

  ask(verb: string): CelDecision {
    return this.authorizer.ask({ verb, path: this.path })
  }
}

/** `authorizer.group(…)`. */
export class CelGroupCheck extends CelOpaque {
  override readonly typeName = 'kubernetes.authorization.GroupCheck'
  readonly authorizer: CelAuthorizer
  readonly group: string

  constructor(authorizer: CelAuthorizer, group: string) {
    super()
    this.authorizer = authorizer
    this.group = group
  }

  override isSame(other: CelOpaque): boolean {
    return this === other
  }
}

/** `authorizer.group(…).resource(…)`; also the value of the variable `authorizer.requestResource`. */
export class CelResourceCheck extends CelOpaque {
  override readonly typeName = 'kubernetes.authorization.ResourceCheck'
  readonly authorizer: CelAuthorizer
  readonly about: NonNullable<AuthorizerQuestion['resource']>

  constructor(authorizer: CelAuthorizer, about: NonNullable<AuthorizerQuestion['resource']>) {
    super()
    this.authorizer = authorizer
    this.about = about
  }

  override isSame(other: CelOpaque): boolean {
    return this === other
  }

  ask(verb: string): CelDecision {
    return this.authorizer.ask({ verb, resource: this.about })
  }
}

/** What `check(…)` answers. */
export class CelDecision extends CelOpaque {
  override readonly typeName = 'kubernetes.authorization.Decision'
  readonly allowed: boolean
  readonly reason: string
  readonly error: string | undefined

  constructor(answer: AuthorizerAnswer) {
    super()
    this.allowed = answer.allowed
    this.reason = answer.reason ?? ''
    this.error = answer.error
  }

  override isSame(other: CelOpaque): boolean {
    return this === other
  }
}
