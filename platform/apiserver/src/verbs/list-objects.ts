import { CompactedError, FutureRevisionError } from '@reeve/ledger'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { badRequest, expired, revisionTooLarge } from '../status/api-errors.ts'
import { type ContinueToken, decodeToken, encodeToken } from '../storage/continue-token.ts'
import type { SeenObjects } from '../storage/object-store.ts'
import type { SeenObject } from '../storage/seen-object.ts'
import { listFromOf, waitForRevision } from './list-revision.ts'
import type { RequestContext } from './request-context.ts'
import { type Selection, selectionOf } from './selection.ts'

interface Page {
  readonly items: readonly SeenObject[]
  readonly revision: number
  /** The key after which the next page begins; none if this is the last. */
  readonly last: string | undefined
}

/** How many objects are read at a time: others have their turn in between. */
const SCAN = 500
/** How much text goes out at a time, about. */
const PIECE = 64 * 1024
const COMMA = Buffer.from(',')
const END = Buffer.from(']}')
const EMPTY = Buffer.alloc(0)

export async function listObjects(context: RequestContext): Promise<ApiAnswer> {
  const { resource } = context
  const selection = selectionOf(context)
  const { items, revision, last } = await pageOf(context, selection)
  // Custom lists always have the member, as the real server has it.
  const none = resource.custom ? { continue: '' } : {}
  const rest = last === undefined ? none : await restOf(context, { revision, after: last }, selection)
  const list = {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion: String(revision), ...rest },
  }
  const known = items.every(({ bytes }) => bytes !== undefined)
  return {
    type: 'object',
    status: 200,
    get object() {
      const objects = items.map(({ object }) => object)
      return { ...list, items: resource.custom ? objects : objects.map(withoutType) }
    },
    ...(known && { pieces: piecesOf(list, items) }),
  }
}

/** The text of a list in pieces, from the texts of its items. */
function piecesOf(list: JsonObject, items: readonly SeenObject[]): readonly Buffer[] {
  const pieces: Buffer[] = []
  let parts: Uint8Array[] = [Buffer.from(`${formatJson(list).slice(0, -1)},"items":[`)]
  let size = 0
  for (const [at, { bytes = EMPTY }] of items.entries()) {
    if (at > 0) parts.push(COMMA)
    parts.push(bytes)
    size += bytes.length
    if (size < PIECE) continue
    pieces.push(Buffer.concat(parts))
    parts = []
    size = 0
  }
  return [...pieces, Buffer.concat([...parts, END])]
}

async function pageOf(context: RequestContext, selection: Selection): Promise<Page> {
  const { query } = context.request
  const limit = Math.max(0, Number(query.get('limit') ?? 0))
  const token = query.get('continue') ?? ''
  if (token !== '') return continued(context, selection, decodeToken(token), limit)
  const from = listFromOf(query)
  if (from.type === 'notOlderThan')
    await waitForRevision(context.services, from.revision, context.request.signal)
  const at = from.type === 'exact' ? { revision: from.revision } : {}
  try {
    return await scan(context, selection, { limit: from.type === 'any' ? 0 : limit, ...at })
  } catch (error) {
    if (error instanceof CompactedError)
      throw expired('The resourceVersion for the provided list is too old.')
    if (error instanceof FutureRevisionError) throw revisionTooLarge(Number(at.revision), error.revision)
    throw error
  }
}

/** A page of the state that the first one showed, or of the newest where the client has agreed to that. */
async function continued(
  context: RequestContext,
  selection: Selection,
  { revision, after }: ContinueToken,
  limit: number,
): Promise<Page> {
  if (context.request.query.get('resourceVersion')) {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  try {
    return await scan(context, selection, { limit, after, ...(revision > 0 && { revision }) })
  } catch (error) {
    if (error instanceof FutureRevisionError) throw badRequest(`invalid continue token: ${error.message}`)
    if (!(error instanceof CompactedError)) throw error
    throw expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
      encodeToken({ revision: -1, after }),
    )
  }
}

interface Scan {
  readonly limit: number
  readonly revision?: number
  readonly after?: string
}

/** Reads on until the page is full of what the selection wants. */
async function scan(
  { services, resource, namespace }: RequestContext,
  selection: Selection,
  start: Scan,
): Promise<Page> {
  const items: SeenObject[] = []
  let { revision, after } = start
  for (;;) {
    const wanted = start.limit === 0 ? undefined : start.limit - items.length
    const limit = wanted === undefined ? SCAN : Math.min(SCAN, selection.selects ? SCAN : wanted)
    const page: SeenObjects = await services.store.lookThrough(resource, {
      namespace,
      ...(revision !== undefined && { revision }),
      limit,
      ...(after !== undefined && { after }),
    })
    revision = page.revision
    for (const [at, found] of page.seen.entries()) {
      if (selection.selects && !selection.matches(found.object)) continue
      items.push(found)
      const more = page.last !== undefined || at < page.seen.length - 1
      if (items.length === start.limit) return { items, revision, last: more ? found.key : undefined }
    }
    if (page.last === undefined) return { items, revision, last: undefined }
    after = page.last
    await new Promise<void>((resolve) => services.clock.turn(resolve))
  }
}

async function restOf(
  { services, resource, namespace }: RequestContext,
  token: ContinueToken,
  selection: Selection,
) {
  const next = { continue: encodeToken(token) }
  if (selection.selects) return next
  return { ...next, remainingItemCount: await services.store.count(resource, { namespace, ...token }) }
}

/** Items of built-in lists carry no type of their own, as the real server has it. */
function withoutType({ apiVersion: _, kind: __, ...object }: ApiObject) {
  return object
}
