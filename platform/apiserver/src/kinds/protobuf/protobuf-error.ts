import { ReeveError } from '@reeve/ground'

/** Bytes that are not the message that they are sent as. */
export class ProtobufError extends ReeveError {
  readonly code = 'PROTOBUF_SYNTAX'

  constructor(reason: string) {
    super(`cannot decode protobuf: ${reason}`, { retryable: false })
  }
}
