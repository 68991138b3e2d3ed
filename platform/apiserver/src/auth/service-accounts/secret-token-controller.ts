import type { Clock, Logger } from '@reeve/ground'
import type { WatchBatch } from '@reeve/ledger'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Resource } from '../../resources/resource.ts'
import { followChanges } from '../../storage/follow-changes.ts'
import { decodeObject } from '../../storage/object-codec.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { accountOfSecret, isTokenOf, SECRET_TYPE, withSecretToken } from './secret-token.ts'
import type { SigningKey } from './signing-key.ts'

export interface SecretTokenControllerOptions {
  readonly store: Pick<ObjectStore, 'get' | 'list' | 'watch'>
  readonly secrets: Resource
  readonly accounts: Resource
  readonly key: SigningKey
  /** The authority that whoever uses a token is to trust, as PEM. */
  readonly rootCa: string
  /** Writes a Secret unless it has changed meanwhile. */
  readonly update: (secret: ApiObject) => Promise<void>
  /** Removes a Secret unless it is gone or another. */
  readonly remove: (secret: ApiObject) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** Fills Secrets of type `kubernetes.io/service-account-token`, and removes those whose service account is gone. */
export class SecretTokenController {
  readonly #options: SecretTokenControllerOptions
  readonly #stop = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: SecretTokenControllerOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { secrets, accounts } = this.#options
    const lookAtAll = (): Promise<number> => this.#lookAtAll()
    const common = { ...this.#options, signal: this.#stop.signal, lookAtAll }
    const first = await lookAtAll()
    this.#running = Promise.all([
      followChanges(first, { ...common, resource: secrets, take: (batch) => this.#takeSecrets(batch) }),
      followChanges(first, { ...common, resource: accounts, take: (batch) => this.#takeAccounts(batch) }),
    ])
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #lookAtAll(): Promise<number> {
    const { store, secrets } = this.#options
    const { objects, revision } = await store.list(secrets, { namespace: '' })
    for (const secret of objects) await this.#look(secret)
    return revision
  }

  async #takeSecrets({ revision, events }: WatchBatch): Promise<void> {
    for (const event of events) {
      // Most Secrets are of other types, and need not be read to see it.
      if (event.type !== 'put' || !Buffer.from(event.entry.value).includes(SECRET_TYPE)) continue
      await this.#look(decodeObject(event.entry, revision))
    }
  }

  async #takeAccounts({ revision, events }: WatchBatch): Promise<void> {
    const { store, secrets, remove } = this.#options
    for (const event of events) {
      if (event.type !== 'delete' || event.previous === undefined) continue
      const account = decodeObject(event.previous, revision)
      const { objects } = await store.list(secrets, { namespace: account.metadata.namespace ?? '' })
      for (const secret of objects) if (isTokenOf(secret, account)) await remove(secret)
    }
  }

  async #look(secret: ApiObject): Promise<void> {
    const { store, accounts, update, remove } = this.#options
    const name = accountOfSecret(secret)
    if (name === undefined || secret.metadata.deletionTimestamp !== undefined) return
    const account = await store.get(accounts, secret.metadata.namespace ?? '', name)
    if (account === undefined || !isTokenOf(secret, account)) return remove(secret)
    const filled = withSecretToken(secret, account, this.#options)
    if (filled !== secret) await update(filled)
  }
}
