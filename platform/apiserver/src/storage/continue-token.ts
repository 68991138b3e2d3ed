import { badRequest } from '../status/api-errors.ts'

/** Where a list that was cut goes on. A revision of −1 asks for the newest state, however different. */
export interface ContinueToken {
  readonly revision: number
  readonly after: string
}

export function encodeToken({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: after })).toString(
    'base64url',
  )
}

export function decodeToken(token: string): ContinueToken {
  try {
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (
      v === 'meta.k8s.io/v1' &&
      Number.isSafeInteger(rv) &&
      rv !== 0 &&
      typeof start === 'string' &&
      start !== ''
    ) {
      return { revision: rv, after: start }
    }
  } catch {}
  throw badRequest('invalid continue token: continue key is not valid: it is not one of ours')
}
