import type { Clock, Timer } from '@reeve/ground'
import { CompactedError } from '../errors.ts'
import type { EtcdClient } from './etcd-client.ts'
import { isStaleToken } from './etcd-errors.ts'
import { GrpcError, GrpcStatus } from './grpc-error.ts'
import { decodeAnswer, frameOf } from './grpc-frame.ts'
import type { GrpcStream } from './grpc-stream.ts'
import { decodeWatch, encodeWatch, type WatchCreateRequest, type WatchResponse } from './watch-messages.ts'

/** etcd lets watches that start in the past catch up at this pace, and answers for none before. */
const RESYNC_MS = 100
const PROGRESS = frameOf(encodeWatch, { type: 'progress' })

/** One watch on one stream, as long as the connection holds. */
export class WatchSession {
  readonly start: number
  /** The newest revision when the watch was made; one that starts above it has nothing to catch up with. */
  readonly revision: number
  readonly #stream: GrpcStream
  readonly #signal: AbortSignal
  readonly #cancel = (): void => this.#stream.cancel()

  private constructor(stream: GrpcStream, start: number, revision: number, signal: AbortSignal) {
    this.start = start
    this.revision = revision
    this.#stream = stream
    this.#signal = signal
    signal.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Resolves once the server has made the watch. Rejects with a GrpcError. */
  static async open(
    client: EtcdClient,
    create: WatchCreateRequest,
    signal: AbortSignal,
  ): Promise<WatchSession> {
    const stream = await client.watchStream(signal)
    const cancel = (): void => stream.cancel()
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      stream.send(frameOf(encodeWatch, { type: 'create', create }))
      const response = decodeAnswer(decodeWatch, await stream.read())
      if (response.canceled) throw refusal(response)
      return new WatchSession(stream, create.startRevision, response.revision, signal)
    } catch (error) {
      cancel()
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Events, or without any a word on progress. Rejects with a GrpcError or a CompactedError. */
  async read(): Promise<WatchResponse> {
    const response = decodeAnswer(decodeWatch, await this.#stream.read())
    if (!response.canceled) return response
    if (response.compactRevision > 0) throw new CompactedError(this.start, response.compactRevision)
    throw refusal(response)
  }

  /** As `read`, and keeps asking for a word on progress, so that there is an end where no events are left. */
  async readBehind(clock: Clock): Promise<WatchResponse> {
    let timer: Timer | undefined
    const ask = (): void => {
      this.requestProgress()
      timer = clock.after(RESYNC_MS, ask)
    }
    ask()
    try {
      return await this.read()
    } finally {
      timer?.cancel()
    }
  }

  /** etcd answers once it has sent all events, and not before the revision that the watch starts from is there. */
  requestProgress(): void {
    this.#stream.send(PROGRESS)
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#cancel)
    this.#stream.cancel()
  }
}

/** Whether an answer says nothing but how far the watch has come. */
export function isProgress(response: WatchResponse): boolean {
  return response.events.length === 0 && !response.created && !response.canceled
}

function refusal({ cancelReason }: WatchResponse): GrpcError {
  const reason = cancelReason === '' ? 'etcd canceled the watch' : cancelReason
  const error = new GrpcError(GrpcStatus.unauthenticated, reason, { sent: true })
  if (isStaleToken(error)) return error
  const status = /permission denied|user name is empty/.test(reason)
    ? GrpcStatus.permissionDenied
    : GrpcStatus.unavailable
  return new GrpcError(status, reason, { sent: true })
}
