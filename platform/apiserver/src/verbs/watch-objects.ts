import { CompactedError, type Entry, type LedgerEvent, type WatchBatch } from '@reeve/ledger'
import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { expired, invalid } from '../status/api-errors.ts'
import { revisionOf, waitForRevision } from './list-revision.ts'
import type { RequestContext } from './request-context.ts'
import { type Selection, selectionOf } from './selection.ts'

/** The real server sends about one a minute. */
const BOOKMARK_MS = 60_000
/** A last one comes this long before the end that the client has set. */
const LAST_BOOKMARK_MS = 2_000

export type WatchEvent = JsonObject & { readonly type: string; readonly object: JsonObject }

interface WatchRequest {
  readonly selection: Selection
  readonly bookmarks: boolean
  readonly initial: boolean
  /** Watch what comes after it; undefined begins with the present state. */
  readonly after: number | undefined
  readonly timeoutMs: number | undefined
}

export async function watchObjects(context: RequestContext): Promise<ApiAnswer> {
  return { type: 'stream', events: events(context, await watchRequestOf(context)) }
}

async function watchRequestOf(context: RequestContext): Promise<WatchRequest> {
  const { query, signal } = context.request
  const initial = query.get('sendInitialEvents')
  const match = query.get('resourceVersionMatch') ?? ''
  if (initial !== null || match !== '') checkInitial(initial, match)
  const version = query.get('resourceVersion') ?? ''
  const from = version === '' ? 0 : revisionOf(version)
  const wantsInitial = initial === 'true'
  if (wantsInitial && from > 0) await waitForRevision(context.services, from, signal)
  const seconds = Number(query.get('timeoutSeconds') ?? 0)
  return {
    selection: selectionOf(context),
    bookmarks: query.get('allowWatchBookmarks') === 'true',
    initial: wantsInitial,
    after: from === 0 || wantsInitial ? undefined : from,
    timeoutMs: seconds > 0 ? seconds * 1_000 : undefined,
  }
}

function checkInitial(initial: string | null, match: string): void {
  const wrong = (field: string, detail: string): Error =>
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [
      { field, type: 'FieldValueForbidden', detail },
    ])
  if (initial === null)
    throw wrong(
      'resourceVersionMatch',
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    )
  if (match !== 'NotOlderThan') {
    throw wrong(
      'resourceVersionMatch',
      'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    )
  }
}

async function* events(context: RequestContext, request: WatchRequest): AsyncGenerator<WatchEvent> {
  const { services, resource, namespace } = context
  const stop = new AbortController()
  const end = (): void => stop.abort()
  const ends = [context.request.signal, services.closing]
  for (const signal of ends) {
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
  const timer = request.timeoutMs === undefined ? undefined : services.clock.after(request.timeoutMs, end)
  try {
    let from = (request.after ?? 0) + 1
    if (request.after === undefined) {
      let revision = 0
      for await (const page of services.store.pages(resource, namespace)) {
        for (const object of page.objects)
          if (request.selection.matches(object)) yield { type: 'ADDED', object }
        revision = page.revision
        await new Promise<void>((resolve) => services.clock.turn(resolve))
      }
      if (request.initial) yield bookmark(resource, revision, true)
      from = revision + 1
    }
    const progressMs = request.bookmarks ? { progressMs: bookmarkMs(request.timeoutMs) } : {}
    const watch = services.store.watch(resource, namespace, {
      from,
      previous: true,
      signal: stop.signal,
      ...progressMs,
    })
    let started = false
    for await (const batch of watch) {
      if (batch.events.length > 0) yield* told(context, batch, request.selection)
      else if (started) yield bookmark(resource, batch.revision)
      started = true // the first mark says only that the watch has caught up
    }
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error
    const message = `too old resource version: ${request.after ?? 0} (${error.floor})`
    yield { type: 'ERROR', object: expired(message).status as unknown as JsonObject }
  } finally {
    timer?.cancel()
    for (const signal of ends) signal.removeEventListener('abort', end)
    stop.abort()
  }
}

function bookmarkMs(timeoutMs: number | undefined): number {
  return timeoutMs === undefined
    ? BOOKMARK_MS
    : Math.max(1_000, Math.min(BOOKMARK_MS, timeoutMs - LAST_BOOKMARK_MS))
}

async function* told(
  { services, resource }: RequestContext,
  { revision, events: changes }: WatchBatch,
  selection: Selection,
): AsyncGenerator<WatchEvent> {
  const read = (entry: Entry): Promise<ApiObject> => services.store.read(resource, entry, revision)
  for (const change of changes) {
    const event = await eventOf(change, read, selection)
    if (event !== undefined) yield event
  }
}

/** What a change means to someone who sees only what is selected: an object may come into view or leave it. */
async function eventOf(
  change: LedgerEvent,
  read: (entry: Entry) => Promise<ApiObject>,
  selection: Selection,
): Promise<WatchEvent | undefined> {
  // Without a selector only a deletion needs to know what was there before.
  const needsOld = selection.selects || change.type === 'delete'
  const old = needsOld && change.previous ? await read(change.previous) : undefined
  const before = needsOld ? old !== undefined && selection.matches(old) : change.previous !== undefined
  if (change.type === 'delete') return before && old ? { type: 'DELETED', object: old } : undefined
  const object = await read(change.entry)
  if (selection.matches(object)) return { type: before ? 'MODIFIED' : 'ADDED', object }
  return before && old ? { type: 'DELETED', object: old } : undefined
}

function bookmark(resource: Resource, revision: number, initialEnd = false): WatchEvent {
  const annotations = initialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}
  const object: ApiObject = {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: {
      name: '',
      resourceVersion: String(revision),
      ...(!resource.custom && { creationTimestamp: null }),
      ...annotations,
    } as never,
  }
  return { type: 'BOOKMARK', object: withMeta(object, { name: undefined }) }
}
