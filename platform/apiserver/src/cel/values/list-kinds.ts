import type { CelListType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { escapeName } from './escape-name.ts'
import { mapKeyOf } from './map-key.ts'

type Listed = NonNullable<CelListType['listed']>

/** What makes an item one of a kind in its list: itself in a set, its key fields in a list that is a map. */
export function itemKey(item: CelValue, listed: Listed): string {
  if (listed === 'set') return mapKeyOf(item) ?? ''
  if (!(item instanceof CelMap)) return ''
  return listed.keys.map((key) => mapKeyOf(item.get(escapeName(key) ?? key) ?? null) ?? '').join('\u0000')
}

/** `a + b`. Sets gain what they lack; lists that are maps take over items with the same key in place. */
export function joinLists(a: CelList, b: CelList): CelList {
  if (a.listed === undefined) return a.plus(b)
  const { listed } = a
  const items = a.items()
  const places = new Map(items.map((item, at) => [itemKey(item, listed), at]))
  for (const item of b.items()) {
    const key = itemKey(item, listed)
    const place = places.get(key)
    if (place === undefined) {
      if (listed === 'set') places.set(key, items.length)
      items.push(item)
    } else if (listed !== 'set') items[place] = item
  }
  return CelList.of(items, listed)
}
