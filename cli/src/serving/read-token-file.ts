import { readFile } from 'node:fs/promises'
import { parseTokenFile, type User } from '@reeve/apiserver'
import { type Logger, messageOf } from '@reeve/ground'
import { FileError } from '../errors.ts'

/** Users by their tokens, from a file of `token,user,uid,"group1,group2"` lines as kube-apiserver reads it. */
export async function readTokenFile(path: string, logger: Logger): Promise<Readonly<Record<string, User>>> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new FileError(`cannot read token file ${path}: ${messageOf(cause)}`, { cause })
  })
  const { users, warnings } = parseTokenFile(text, path)
  for (const warning of warnings) logger.warn('odd line in token file', { warning })
  return users
}
