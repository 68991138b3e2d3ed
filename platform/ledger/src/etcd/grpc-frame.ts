import { messageOf } from '@reeve/ground'
import { GrpcError, GrpcStatus } from './grpc-error.ts'
import { ProtobufReader, ProtobufWriter } from './protobuf.ts'

const HEADER_BYTES = 5

/** A message as gRPC puts it on the wire: a byte for compression (none), four for the length, then the message. */
export function frameOf<T>(encode: (writer: ProtobufWriter, request: T) => void, request: T): Buffer {
  const writer = new ProtobufWriter(HEADER_BYTES)
  encode(writer, request)
  const frame = writer.finish()
  frame[0] = 0
  frame.writeUInt32BE(frame.length - HEADER_BYTES, 1)
  return frame
}

/** Decodes an answer; one that makes no sense is as good as none. */
export function decodeAnswer<T>(decode: (reader: ProtobufReader) => T, answer: ProtobufReader): T {
  try {
    return decode(answer)
  } catch (cause) {
    throw new GrpcError(GrpcStatus.unknown, `cannot make sense of the answer: ${messageOf(cause)}`, {
      sent: true,
      cause,
    })
  }
}

/** Cuts what comes in back into messages, however the network has split it. */
export class FrameSplitter {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** The next whole message, ready to be decoded; undefined while it is not all here. */
  next(): ProtobufReader | undefined {
    if (this.#length < HEADER_BYTES) return undefined
    const first = this.#first(HEADER_BYTES)
    if (first[0] !== 0) throw new RangeError('the server compressed an answer though nothing was offered')
    const end = HEADER_BYTES + first.readUInt32BE(1)
    if (this.#length < end) return undefined
    const frame = this.#first(end)
    this.#chunks[0] = frame.subarray(end)
    this.#length -= end
    if (this.#length === 0) this.#chunks = []
    return new ProtobufReader(frame, HEADER_BYTES, end)
  }

  /** A first chunk of at least that many bytes. */
  #first(length: number): Buffer {
    const first = this.#chunks[0]
    if (first !== undefined && first.length >= length) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }
}
