import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { realRandom, silentLogger } from '@reeve/ground'
import { VirtualClock } from '@reeve/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GrpcChannel } from './grpc-channel.ts'
import { GrpcStatus } from './grpc-error.ts'
import { frameOf } from './grpc-frame.ts'

type Handler = (stream: ServerHttp2Stream, path: string) => void

const frame = frameOf((writer, text: string) => writer.string(1, text), 'hello')
const answer: Handler = (stream) => {
  stream.respond({ ':status': 200 }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(frame)
}
const refuse: Handler = (stream) => {
  stream.respond({ ':status': 200, 'grpc-status': '14', 'grpc-message': 'no%20leader' }, { endStream: true })
}

describe('GrpcChannel', () => {
  const servers: Http2Server[] = []
  let clock: VirtualClock
  let channel: GrpcChannel
  beforeEach(() => {
    clock = new VirtualClock()
  })
  afterEach(async () => {
    await channel.close()
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  })

  const serve = async (handler: Handler): Promise<string> => {
    const server = createServer()
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {})
      handler(stream, String(headers[':path']))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const open = (...endpoints: string[]): void => {
    const givesWay = ({ status }: { status: number }): boolean => status === GrpcStatus.unavailable
    const tools = { clock, random: realRandom, logger: silentLogger }
    channel = new GrpcChannel({ endpoints, tls: {}, connectTimeoutMs: 1_000, givesWay, ...tools })
  }
  const ask = async (path: string, signal?: AbortSignal): Promise<string> => {
    const reader = await channel.unary({ path, frame, metadata: {}, timeoutMs: 60_000, signal })
    return reader.field() === 1 ? reader.string() : ''
  }

  it('asks and is answered, many times at once over one session', async () => {
    let sessions = 0
    open(await serve(answer))
    servers[0]?.on('session', () => {
      sessions += 1
    })
    expect(new Set(await Promise.all(Array.from({ length: 200 }, () => ask('/x'))))).toEqual(
      new Set(['hello']),
    )
    expect(sessions).toBe(1)
  })

  it('reads a refusal that comes without a body', async () => {
    open(await serve(refuse))
    await expect(ask('/x')).rejects.toMatchObject({ status: 14, message: 'no leader', sent: true })
  })

  it('turns to the next endpoint when one refuses, and lets calls under way there end', async () => {
    const slow = Promise.withResolvers<ServerHttp2Stream>()
    const first = await serve((stream, path) =>
      path === '/slow' ? slow.resolve(stream) : refuse(stream, path),
    )
    open(first, await serve(answer))
    const late = ask('/slow')
    const waiting = await slow.promise
    await expect(ask('/x')).rejects.toMatchObject({ status: 14 })
    expect(await ask('/x')).toBe('hello')
    await clock.advance(5_000)
    answer(waiting, '/slow')
    expect(await late).toBe('hello')
  })

  it('says of a call that is not answered in time that it was sent', async () => {
    const seen = Promise.withResolvers<void>()
    open(await serve(() => seen.resolve()))
    const late = expect(ask('/x')).rejects.toMatchObject({ status: GrpcStatus.deadlineExceeded, sent: true })
    await seen.promise
    // Below a minute in steps, so that pings are answered in between.
    for (let step = 0; step < 12; step += 1) {
      await clock.advance(5_000 - 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await clock.advance(100)
    await late
  })

  it('says of a stream that the server refused that it was not sent', async () => {
    open(await serve((stream) => stream.close(7)))
    await expect(ask('/x')).rejects.toMatchObject({ status: 14, sent: false })
  })

  it('says that nobody listens without having sent anything', async () => {
    const gone = await serve(answer)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    open(gone)
    await expect(ask('/x')).rejects.toMatchObject({ status: 14, sent: false })
  })

  it('gives up with the reason of the signal', async () => {
    const seen = Promise.withResolvers<void>()
    open(await serve(() => seen.resolve()))
    const abort = new AbortController()
    const call = expect(ask('/x', abort.signal)).rejects.toThrow('enough')
    await seen.promise
    abort.abort(new Error('enough'))
    await call
  })

  it('is not taken in by an answer that is not gRPC', async () => {
    open(await serve((stream) => stream.respond({ ':status': 503 }, { endStream: true })))
    await expect(ask('/x')).rejects.toThrow('HTTP status 503')
  })
})
