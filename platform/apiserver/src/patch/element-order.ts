import type { JsonValue } from '../json/json-value.ts'

type List = readonly JsonValue[]
/** What identifies an item within its list. */
export type KeyOf = (item: JsonValue) => JsonValue | undefined
type Place = (item: JsonValue) => number

/** What decides the order of a merged list. */
export interface ElementOrder {
  /** The items that the patch speaks of come in this order. */
  readonly wanted: List
  /** All others keep this one, and so does the whole where it can. */
  readonly live: List
}

/** Items of a merged list in order: those of the patch as wanted, the others as they were, interleaved as they were. */
export function orderElements(items: List, order: ElementOrder, keyOf: KeyOf): JsonValue[] {
  const wanted = placesIn(order.wanted, keyOf)
  const live = placesIn(order.live, keyOf)
  const ofPatch = items.filter((item) => wanted(item) >= 0)
  const ofServer = items.filter((item) => wanted(item) < 0)
  return interleaved(sorted(ofServer, live), sorted(ofPatch, wanted), live)
}

/** Where an item's key comes first in a list; -1 if it does not. */
function placesIn(list: List, keyOf: KeyOf): Place {
  const places = new Map<JsonValue | undefined, number>()
  for (const [at, item] of list.entries()) if (!places.has(keyOf(item))) places.set(keyOf(item), at)
  return (item) => places.get(keyOf(item)) ?? -1
}

/**
 * What is in no order at all compares as lower than everything, and everything as lower than it. That has a result only
 * for a given algorithm: insertion, which is the one that Go uses for short lists.
 */
function sorted(items: List, place: Place): JsonValue[] {
  if (items.every((item) => place(item) >= 0)) return items.toSorted((a, b) => place(a) - place(b))
  const result: JsonValue[] = []
  for (const item of items) {
    let at = result.length
    while (at > 0 && isLess(place(item), place(result[at - 1] ?? null))) at--
    result.splice(at, 0, item)
  }
  return result
}

function isLess(own: number, other: number): boolean {
  return own < 0 || other < 0 || own < other
}

/** Puts each item of the server before the first one of the patch that it was in front of. */
function interleaved(ofServer: List, ofPatch: List, place: Place): JsonValue[] {
  const all: JsonValue[] = []
  let next = 0
  for (const item of ofPatch) {
    const limit = place(item)
    for (; next < ofServer.length; next++) {
      const own = place(ofServer[next] ?? null)
      if (own < 0 || limit < 0 || own >= limit) break
      all.push(ofServer[next] ?? null)
    }
    all.push(item)
  }
  return [...all, ...ofServer.slice(next)]
}
