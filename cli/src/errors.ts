import { ReeveError } from '@reeve/ground'

/** An option or argument that cannot be understood. */
export class BadOptionError extends ReeveError {
  readonly code = 'CLI_BAD_OPTION'
}

/** The folder was never served from. */
export class NotServedError extends ReeveError {
  readonly code = 'CLI_NOT_SERVED'
  constructor(folder: string) {
    super(`cannot find a kubeconfig in ${folder}: no server has run there`, {
      hint: `reeve serve --data ${folder}`,
    })
  }
}

/** Another process works on the data folder. */
export class FolderHeldError extends ReeveError {
  readonly code = 'CLI_FOLDER_HELD'
  /** Who holds it, where that could be read. */
  readonly pid: number | undefined
  constructor(folder: string, pid: number | undefined, cause: unknown) {
    const who = pid === undefined ? 'another process' : `process ${pid}`
    super(`cannot use data folder ${folder}: ${who} holds it`, {
      cause,
      hint: `stop it first${pid === undefined ? '' : ` (kill ${pid})`}, or choose another folder with --data`,
    })
    this.pid = pid
  }
}

/** The folder holds a ledger already. */
export class FolderNotEmptyError extends ReeveError {
  readonly code = 'CLI_FOLDER_NOT_EMPTY'
  constructor(folder: string) {
    super(`cannot restore into ${folder}: it holds a ledger already`, {
      hint: 'back it up, then give --force to replace it, or choose another folder with --data',
    })
  }
}

/** There is nothing to back up. */
export class NothingToBackUpError extends ReeveError {
  readonly code = 'CLI_NO_LEDGER'
  constructor(folder: string) {
    super(`cannot back up ${folder}: there is no ledger in it`, {
      hint: 'name the folder that the server was started with: --data <folder>',
    })
  }
}

/** The file is no backup, or not the one that was written. */
export class DamagedBackupError extends ReeveError {
  readonly code = 'CLI_BACKUP_DAMAGED'
  constructor(file: string, reason: string) {
    super(`cannot read backup ${file}: ${reason}`, {
      hint: 'nothing was changed; use another copy of the backup',
    })
  }
}

/** The system refuses a file or folder. */
export class FileError extends ReeveError {
  readonly code = 'CLI_FILE'
}

/** The running server could not do what it was asked to. */
export class ServerAskError extends ReeveError {
  readonly code = 'CLI_SERVER_REFUSED'
}
