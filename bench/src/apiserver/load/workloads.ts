import type { Connection } from './connection.ts'
import { mapNamed, mapsIn, WIDGETS, widgetOf } from './objects.ts'

/** What one connection does: made ready once, then done again and again. */
export type Workload = (connection: Connection, worker: number) => Promise<() => Promise<unknown>>

export const LISTED = 'listed'
const PAGE = 500
const APPLY = `?fieldManager=bench&force=true`

let made = 0

export function nextName(): string {
  made += 1
  return `m${process.pid}-${made}`
}

/** One word each, as the table has them. */
export const WORKLOADS = {
  creates: async (connection) => () =>
    connection.ask({ method: 'POST', path: mapsIn('default'), body: mapNamed(nextName()) }),

  gets: async (connection) => {
    const name = nextName()
    await connection.ask({ method: 'POST', path: mapsIn('default'), body: mapNamed(name) })
    return () => connection.ask({ method: 'GET', path: `${mapsIn('default')}/${name}` })
  },

  /** PUT of a custom object as it was last answered, with one field changed. */
  updates: async (connection, worker) => {
    const path = `${WIDGETS}/updated-${worker}`
    let text = await applied(connection, `updated-${worker}`, 0)
    return async () => {
      const widget = JSON.parse(text)
      widget.spec.size += 1
      text = await connection.ask({ method: 'PUT', path, body: JSON.stringify(widget) })
    }
  },

  /** Server-side apply of a custom object with one field changed. */
  applies: async (connection, worker) => {
    let size = 0
    await applied(connection, `applied-${worker}`, size)
    return () => {
      size = (size + 1) % 1_000_000
      return applied(connection, `applied-${worker}`, size)
    }
  },

  'whole lists': async (connection) => () => connection.ask({ method: 'GET', path: mapsIn(LISTED) }),

  'paged lists': async (connection) => async () => {
    let next = ''
    do {
      const path = `${mapsIn(LISTED)}?limit=${PAGE}${next === '' ? '' : `&continue=${next}`}`
      const text = await connection.ask({ method: 'GET', path })
      next = /"continue":"([^"]+)"/.exec(text)?.[1] ?? ''
    } while (next !== '')
  },
} satisfies Readonly<Record<string, Workload>>

export type WorkloadName = keyof typeof WORKLOADS

function applied(connection: Connection, name: string, size: number): Promise<string> {
  const body = JSON.stringify(widgetOf(name, size))
  const type = 'application/apply-patch+yaml'
  return connection.ask({ method: 'PATCH', path: `${WIDGETS}/${name}${APPLY}`, body, type })
}
