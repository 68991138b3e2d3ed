/** What a path and a method ask for. */
export type RequestInfo =
  | { readonly type: 'other'; readonly path: string }
  | {
      readonly type: 'resource'
      readonly group: string
      readonly version: string
      readonly resource: string
      /** '' across all namespaces, and for what has none. */
      readonly namespace: string
      /** '' for a collection. */
      readonly name: string
      readonly subresource: string
      /** Asked for by the old path `/watch/`. */
      readonly watch: boolean
    }

/** Reads a path of the API. Names are decoded; what is no path of a resource is left to others. */
export function requestInfoOf(path: string): RequestInfo {
  const other = { type: 'other', path } as const
  const parts = path.split('/').filter((part) => part !== '')
  const decoded = parts.map(decode)
  if (decoded.includes(undefined)) return other
  const [root, ...rest] = decoded as string[]
  const core = root === 'api'
  if (!core && root !== 'apis') return other
  const [group, version, ...tail] = core ? ['', ...rest] : rest
  if (group === undefined || version === undefined || tail.length === 0) return other
  const watch = tail[0] === 'watch' && tail.length > 1
  return { type: 'resource', group, version, watch, ...resourceOf(watch ? tail.slice(1) : tail) }
}

function resourceOf(parts: readonly string[]) {
  const [first = '', second = '', third = '', ...rest] = parts
  // `namespaces/x` and its own subresources are about the namespace; anything else below it is about what is in it.
  const within = first === 'namespaces' && third !== '' && third !== 'status' && third !== 'finalize'
  if (!within)
    return {
      resource: first,
      namespace: '',
      name: second,
      subresource: [third, ...rest].filter(Boolean).join('/'),
    }
  const [name = '', ...subresource] = rest
  return { resource: third, namespace: second, name, subresource: subresource.join('/') }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
