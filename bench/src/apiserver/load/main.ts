/** The load program: one client for both servers, in a process of its own. Orders and answers are messages. */
import { messageOf } from '@reeve/ground'
import { Connection, type Target } from './connection.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { fanOut } from './fan-out.ts'
import { DEFINITION, mapNamed, mapsIn } from './objects.ts'
import type { Done, Order, Rate } from './order.ts'
import { LISTED, nextName, WORKLOADS } from './workloads.ts'

process.on('message', async (order: Order) => {
  const done = await carryOut(order).catch((error: unknown): Done => ({ error: messageOf(error) }))
  process.send?.(done)
})

async function carryOut(order: Order): Promise<Done> {
  const { target } = order
  switch (order.do) {
    case 'prepare':
      await prepare(target, order.listed)
      return { rate: { perSecond: 0, cpuMs: 0 } }
    case 'write':
      return { rate: await write(target, { namespace: 'default', ...order }) }
    case 'rate':
      return { rate: await rateOf(order) }
    case 'fan-out':
      return { fanOut: await fanOut(target, order) }
  }
}

/** The namespaces, the custom kind and the objects that are listed. */
async function prepare(target: Target, listed: number): Promise<void> {
  const connection = await Connection.open(target)
  for (const name of [LISTED, 'watched']) {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
    await connection.ask({ method: 'POST', path: '/api/v1/namespaces', body: JSON.stringify(namespace) })
  }
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  await connection.ask({ method: 'POST', path: definitions, body: JSON.stringify(DEFINITION) })
  await write(target, { namespace: LISTED, count: listed, connections: 16 })
  // A stock server serves a kind some moments after it says so.
  const gets = await WORKLOADS.applies(connection, 0).catch(() => undefined)
  for (let tries = 0; gets === undefined && tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (await WORKLOADS.applies(connection, 0).catch(() => undefined)) break
  }
  connection.close()
}

async function write(
  target: Target,
  { namespace, count, connections }: { namespace: string; count: number; connections: number },
): Promise<Rate> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(target)))
  let next = 0
  const rate = await timed(target, async () => {
    await Promise.all(
      open.map(async (connection) => {
        for (; next < count; ) {
          next += 1
          await connection.ask({ method: 'POST', path: mapsIn(namespace), body: mapNamed(nextName()) })
        }
      }),
    )
    return count
  })
  for (const connection of open) connection.close()
  return rate
}

/** Every connection asks again as soon as it is answered, for so long. */
async function rateOf({ target, workload, connections, ms }: Order & { readonly do: 'rate' }): Promise<Rate> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(target)))
  const ready = await Promise.all(open.map((connection, worker) => WORKLOADS[workload](connection, worker)))
  const rate = await timed(target, async () => {
    let count = 0
    const start = performance.now()
    await Promise.all(
      ready.map(async (once) => {
        while (performance.now() - start < ms) {
          await once()
          count += 1
        }
      }),
    )
    return count
  })
  for (const connection of open) connection.close()
  return rate
}

async function timed({ pids }: Target, work: () => Promise<number>): Promise<Rate> {
  const [start, cpu] = [performance.now(), cpuSeconds(pids)]
  const count = await work()
  const seconds = (performance.now() - start) / 1_000
  return { perSecond: count / seconds, cpuMs: ((cpuSeconds(pids) - cpu) * 1_000) / count }
}
