import { type Client, ConfigMap, type Informer, isNotFound } from '@reeve/client'
import { until } from './subject.ts'

export interface ChurnOptions {
  /** On every object that is made, as `churn`. */
  readonly label: string
  readonly rounds: number
}

/** Makes, changes and removes objects for a while. */
export async function churn(client: Client, { label, rounds }: ChurnOptions): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const name = `${label}-${round % 15}`
    const labels = { churn: label }
    const known = await client.get(ConfigMap, { name }).catch((error) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    if (known === undefined) await client.create(ConfigMap, { metadata: { name, labels } })
    else if (round % 5 === 0) await client.delete(ConfigMap, { name })
    else await client.update(ConfigMap, { ...known, data: { round: String(round) } })
    if (round % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Between two times that everything is read anew, a watch waits for half a minute at most. */
const PATIENCE_MS = 45_000

/** Waits until an informer for one label has exactly what there is. */
export async function expectSame(
  informer: Informer<ConfigMap>,
  { client, label }: { readonly client: Client; readonly label: string },
): Promise<void> {
  const { items } = await client.list(ConfigMap, { namespace: 'default', labels: { churn: label } })
  const there = versionsOf(items)
  await until(() => versionsOf(informer.list()) === there, 'the informer has what is there', PATIENCE_MS)
}

function versionsOf(all: readonly { metadata: { name: string; resourceVersion: string } }[]): string {
  const pairs = all.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)
  return pairs.toSorted().join()
}
