import { join } from 'node:path'
import { type AuditEvent, type AuditItem, type AuditQuery, readAudit } from '@reeve/apiserver'
import { realClock } from '@reeve/ground'
import { DataFolder } from '../data-folder.ts'
import { BadOptionError } from '../errors.ts'
import { sinceOf } from '../output/since-of.ts'

export interface AuditOptions {
  readonly data: string
  readonly audit?: string
  readonly since?: string
  readonly user?: string
  readonly verb?: string
  readonly resource?: string
  readonly output?: string
}

/** Prints what the audit trail of a server says: one JSON object a line, or a table. */
export async function audit(options: AuditOptions): Promise<void> {
  const { output = 'table', since, user, verb, resource } = options
  if (output !== 'table' && output !== 'json') {
    throw new BadOptionError(`cannot print as "${output}": expected table or json`)
  }
  const query: AuditQuery = {
    ...(since !== undefined && { since: sinceOf(since, realClock.now()) }),
    ...(user !== undefined && { user }),
    ...(verb !== undefined && { verb }),
    ...(resource !== undefined && { resource }),
  }
  const folder = options.audit ?? join(new DataFolder(options.data).path, 'audit')
  if (output === 'table') process.stdout.write(row('TIME', 'USER', 'VERB', 'OBJECT', 'CODE', 'FROM'))
  for await (const item of readAudit(folder, query)) print(item, output)
}

function print(item: AuditItem, output: 'table' | 'json'): void {
  if (item.kind === 'missing') return void process.stderr.write(`warning: ${item.words}\n`)
  const { event } = item
  if (output === 'json') return void process.stdout.write(`${JSON.stringify(event)}\n`)
  if (event.stage === 'ResponseStarted') return // a table has one line for each request
  process.stdout.write(rowOf(event))
}

function rowOf({ requestReceivedTimestamp, user, impersonatedUser, verb, ...event }: AuditEvent): string {
  const { objectRef, requestURI, responseStatus, sourceIPs } = event
  const who =
    impersonatedUser === undefined ? user.username : `${user.username} as ${impersonatedUser.username}`
  const group = objectRef?.apiGroup === undefined ? '' : `.${objectRef.apiGroup}`
  const sub = objectRef?.subresource === undefined ? '' : `/${objectRef.subresource}`
  const what =
    objectRef === undefined
      ? requestURI
      : [`${objectRef.resource}${group}${sub}`, objectRef.namespace, objectRef.name].filter(Boolean).join(' ')
  const time = requestReceivedTimestamp.replace(/\.\d+Z$/, 'Z')
  return row(time, who, verb, what, String(responseStatus?.code ?? ''), sourceIPs.join(','))
}

function row(...[time = '', user = '', verb = '', object = '', code = '', from = '']: string[]): string {
  const cells = [time.padEnd(20), user.padEnd(20), verb.padEnd(7), code.padEnd(4), from.padEnd(15), object]
  return `${cells.join('  ').trimEnd()}\n`
}
