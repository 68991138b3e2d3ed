import type { OutgoingHttpHeaders } from 'node:http2'
import { type Clock, sleep } from '@reeve/ground'
import {
  type CallNature,
  isAuthOff,
  isDenied,
  isFinal,
  isPassing,
  isStaleToken,
  ledgerErrorOf,
  mayHaveBeenApplied,
} from './etcd-errors.ts'
import { RPC, type Rpc, WATCH_PATH } from './etcd-rpc.ts'
import type { GrpcChannel } from './grpc-channel.ts'
import { GrpcError } from './grpc-error.ts'
import { decodeAnswer, frameOf } from './grpc-frame.ts'
import type { GrpcStream } from './grpc-stream.ts'
import type { Credentials } from './server-messages.ts'

export interface EtcdClientOptions {
  readonly channel: GrpcChannel
  readonly clock: Clock
  readonly requestTimeoutMs: number
  readonly credentials: Credentials | undefined
}

export interface CallOptions extends CallNature {
  readonly signal?: AbortSignal | undefined
  /** Default: that of the client. */
  readonly timeoutMs?: number
}

/** etcd answers nothing from a member that has lost its leader, where it would else hang or read old state. */
const REQUIRE_LEADER: OutgoingHttpHeaders = { hasleader: 'true' }
const TOKEN_TRIES = 2

/** etcd's methods with what every call needs: a token, a deadline, and another try where that is safe. */
export class EtcdClient {
  readonly #options: EtcdClientOptions
  #metadata: OutgoingHttpHeaders | undefined
  #authenticating: Promise<OutgoingHttpHeaders> | undefined

  constructor(options: EtcdClientOptions) {
    this.#options = options
    if (options.credentials === undefined) this.#metadata = REQUIRE_LEADER
  }

  /** Resolves to the answer; rejects with GrpcErrors that `ledgerErrorOf` has not yet seen. */
  async ask<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Request,
    options: CallOptions,
  ): Promise<Response> {
    const frame = frameOf(rpc.encode, request)
    const timeoutMs = options.timeoutMs ?? this.#options.requestTimeoutMs
    const ends = this.#options.clock.monotonic() + timeoutMs
    for (let attempt = 0, tokens = 0; ; attempt += 1) {
      const left = ends - this.#options.clock.monotonic()
      try {
        const metadata = this.#metadata ?? (await this.#authenticated())
        const { signal } = options
        const request = {
          path: rpc.path,
          frame,
          metadata,
          signal,
          timeoutMs: attempt === 0 ? timeoutMs : left,
        }
        return decodeAnswer(rpc.decode, await this.#options.channel.unary(request))
      } catch (error) {
        if (isStaleToken(error) && tokens < TOKEN_TRIES && this.#forgetToken()) tokens += 1
        else await this.#beforeRetry(error, { attempt, ends, ...options })
      }
    }
  }

  /** As `ask`, with errors in the ledger's words. */
  async call<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Request,
    options: CallOptions,
  ): Promise<Response> {
    try {
      return await this.ask(rpc, request, options)
    } catch (error) {
      throw ledgerErrorOf(error, options)
    }
  }

  /** Begins a watch stream. */
  async watchStream(signal: AbortSignal): Promise<GrpcStream> {
    const { channel, requestTimeoutMs } = this.#options
    const metadata = this.#metadata ?? (await this.#authenticated())
    return channel.stream({ path: WATCH_PATH, metadata, timeoutMs: requestTimeoutMs, signal })
  }

  /** Waits before the nth try after an error that may pass; rejects with any other, or with the signal's reason. */
  async rest(error: unknown, attempt: number, signal: AbortSignal): Promise<void> {
    const another = isStaleToken(error) && attempt < TOKEN_TRIES && this.#forgetToken()
    if (!another && isFinal(error)) throw error
    await sleep(this.#options.clock, this.#options.channel.backoffMs(attempt), signal)
  }

  async #beforeRetry(
    error: unknown,
    { attempt, ends, idempotent, signal }: CallOptions & { readonly attempt: number; readonly ends: number },
  ): Promise<void> {
    const { channel, clock } = this.#options
    if (!(error instanceof GrpcError) || isDenied(error) || !isPassing(error)) throw error
    if (!idempotent && mayHaveBeenApplied(error)) throw error
    // The channel itself rests before it dials again.
    const pause = error.sent || attempt > 0 ? channel.backoffMs(attempt) : 0
    if (clock.monotonic() + pause >= ends) throw error
    if (pause > 0) await sleep(clock, pause, signal)
  }

  /** Whether there are credentials to get another one with. */
  #forgetToken(): boolean {
    if (this.#options.credentials === undefined) return false
    this.#metadata = undefined
    return true
  }

  #authenticated(): Promise<OutgoingHttpHeaders> {
    this.#authenticating ??= this.#authenticate().finally(() => {
      this.#authenticating = undefined
    })
    return this.#authenticating
  }

  async #authenticate(): Promise<OutgoingHttpHeaders> {
    const { channel, credentials, requestTimeoutMs } = this.#options
    if (credentials === undefined) return REQUIRE_LEADER
    const { path, encode, decode } = RPC.authenticate
    const frame = frameOf(encode, credentials)
    try {
      const metadata = REQUIRE_LEADER
      const token = decode(await channel.unary({ path, frame, metadata, timeoutMs: requestTimeoutMs }))
      this.#metadata = { ...REQUIRE_LEADER, token }
    } catch (error) {
      if (!isAuthOff(error)) throw error instanceof GrpcError ? beforeSending(error) : error
      this.#metadata = REQUIRE_LEADER
    }
    return this.#metadata
  }
}

/** What went wrong on the way to a token; the call that needed it was not sent. */
function beforeSending(error: GrpcError): GrpcError {
  return new GrpcError(error.status, error.message, { sent: false, cause: error.cause })
}
