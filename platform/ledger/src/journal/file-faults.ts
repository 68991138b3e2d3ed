const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Whether a write failed for want of room: on the disk, in the quota, or in the file. */
export function isDiskFull(cause: unknown): boolean {
  return FULL.has(codeOf(cause))
}

/** Whether this user may not write there. */
export function isReadOnly(cause: unknown): boolean {
  return READ_ONLY.has(codeOf(cause))
}

/** Whether the file is not there, or not any more. */
export function isGone(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT'
}

/** The system's name for what went wrong, '' if it is not from there. */
export function codeOf(cause: unknown): string {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : ''
}
