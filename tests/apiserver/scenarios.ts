import { isDeepStrictEqual } from 'node:util'
import { realClock, sleep } from '@reeve/ground'
import { normalise } from './normalise.ts'
import type { Ask, Server } from './twins.ts'

export interface Scenario {
  readonly title: string
  readonly asks: readonly Ask[]
}

/** What two servers answer differently to the same requests, in words; nothing if they are alike. */
export async function differences(
  real: Server,
  ours: Server,
  asks: readonly Ask[],
  comparable: (answer: unknown) => unknown = normalise,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const ask of asks) {
    const [wanted, got] = [comparable(await real.ask(ask)), comparable(await ours.ask(ask))]
    if (isDeepStrictEqual(wanted, got)) continue
    const { method, path, type = '', body } = ask
    found.push(
      `${method} ${path} ${type} ${JSON.stringify(body)}\n  real ${JSON.stringify(wanted)}\n  ours ${JSON.stringify(got)}`,
    )
  }
  return found
}

/** Makes a definition and waits until what it defines is served. */
export async function defineOn(server: Server, definition: Definition): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const { status, body } = await server.ask({ method: 'POST', path, body: definition })
  if (status !== 201) throw new Error(`cannot define on ${server.name}: ${JSON.stringify(body)}`)
  const { group, names, versions } = definition.spec
  for (const { name } of versions.filter(({ served }) => served)) {
    const served = { method: 'GET', path: `/apis/${group}/${name}/${names.plural}` }
    for (let tries = 0; (await server.ask(served)).status !== 200; tries += 1) {
      if (tries === 200) throw new Error(`${server.name} does not serve ${names.plural}`)
      await sleep(realClock, 100)
    }
  }
}

export interface Definition {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly names: { readonly plural: string; readonly kind: string; readonly [more: string]: unknown }
    readonly conversion?: unknown
    readonly versions: readonly {
      readonly name: string
      readonly served: boolean
      readonly storage: boolean
      readonly [more: string]: unknown
    }[]
  }
}

/** A definition of one kind in a group of its own, with what matters to a test. */
export function definition(kind: string, versions: Definition['spec']['versions'], more = {}): Definition {
  const plural = `${kind.toLowerCase()}s`
  const group = 'twin.example.io'
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural, kind }, versions, ...more },
  }
}
