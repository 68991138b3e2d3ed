import { ReeveError } from '@reeve/ground'

/** A program that a system needs is not on this machine and cannot be built or installed. */
export class ToolMissing extends ReeveError {
  readonly code = 'TEST_TOOL_MISSING'
}

/** A server was started and did not become ready; the message ends with its last log lines. */
export class ServerNotReady extends ReeveError {
  readonly code = 'TEST_SERVER_NOT_READY'
  /** Whether another process had one of the ports, so that other ports may do. */
  readonly portTaken: boolean

  constructor(name: string, reason: string, logTail: string) {
    super(`cannot start ${name}: ${reason}; its last words:\n${logTail || '(it logged nothing)'}`)
    this.portTaken = logTail.includes('address already in use')
  }
}

/** A command that the harness runs ended badly. */
export class CommandFailed extends ReeveError {
  readonly code = 'TEST_COMMAND_FAILED'
}
