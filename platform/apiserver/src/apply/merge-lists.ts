import type { JsonValue } from '../json/json-value.ts'
import type { ListType } from './field-type.ts'
import { listItemElement } from './list-item-element.ts'
import type { PathElement } from './path-element.ts'

interface Lists {
  readonly live: readonly JsonValue[]
  readonly applied: readonly JsonValue[]
}

type MergeItems = (live: JsonValue | undefined, applied: JsonValue | undefined) => JsonValue | undefined

interface Item {
  readonly element: PathElement
  readonly value: JsonValue
}

/**
 * The items of both lists. Those that both have come in the applied order; those that only the live list has stay
 * where they are between them, and new ones come where they were applied.
 */
export function mergeLists(
  { live, applied }: Lists,
  list: ListType,
  merge: MergeItems,
): JsonValue | undefined {
  const before = itemsOf(live, list)
  const after = itemsOf(applied, list)
  const beforeBy = Map.groupBy(before, ({ element }) => element)
  const afterBy = new Map(after.map(({ element, value }) => [element, value]))
  const shared = after.filter(({ element }) => beforeBy.has(element)).map(({ element }) => element)
  const done = new Set<PathElement>()
  const out: (JsonValue | undefined)[] = []
  const take = (item: Item): void => {
    done.add(item.element)
    out.push(merge(liveOf(beforeBy.get(item.element)), item.value))
    if (shared[0] === item.element) shared.shift()
  }
  let at = 0
  let next = 0
  while (at < before.length || next < after.length) {
    const old = before[at]
    const now = after[next]
    if (old !== undefined && !afterBy.has(old.element)) {
      out.push(merge(old.value, undefined))
      at++
    } else if (old !== undefined && now !== undefined && isEarlier(old, now, shared[0])) {
      // It comes later: where the applied list has it.
      at++
    } else {
      if (old !== undefined && (old.element === now?.element || done.has(old.element))) at++
      if (now !== undefined) {
        take(now)
        next++
      }
    }
  }
  const items = out.filter((item) => item !== undefined)
  return items.length === 0 ? undefined : items
}

function isEarlier(old: Item, now: Item, nextShared: PathElement | undefined): boolean {
  return old.element !== now.element && nextShared !== undefined && nextShared !== old.element
}

/** Duplicates are not merged with what is applied. */
function liveOf(items: readonly Item[] | undefined): JsonValue | undefined {
  return items !== undefined && items.length > 1 ? null : items?.[0]?.value
}

function itemsOf(items: readonly JsonValue[], list: ListType): readonly Item[] {
  return items.map((value) => ({ element: listItemElement(list, value), value }))
}
