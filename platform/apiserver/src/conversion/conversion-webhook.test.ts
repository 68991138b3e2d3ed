import { readFileSync } from 'node:fs'
import { realClock, realRandom } from '@reeve/ground'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeWebhooks, startFakeWebhooks } from '../admission/fake-webhooks.ts'
import { WebhookClient } from '../admission/webhook-client.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { ApiError } from '../status/api-error.ts'
import { ConversionWebhook } from './conversion-webhook.ts'
import { plainConverter } from './converter.ts'
import { FAKE_CONVERSIONS } from './fake-conversions.ts'

interface Recorded {
  readonly path: string
  readonly code?: number
  readonly message?: string
  readonly object?: ApiObject
}

/** What kube-apiserver 1.34.2 answered to a GET of a widget in v2 that is stored in v1. */
const RECORDED = readFileSync(new URL('./recorded-conversions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const [OLD, NEW] = ['conv.example.com/v1', 'conv.example.com/v2'] as const
const widget = (name: string, apiVersion: string = OLD): ApiObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name, namespace: 'default', labels: { old: 'x' }, uid: 'OBJECT-UID', resourceVersion: '1' },
  spec: { a: 1 },
})

let hooks: FakeWebhooks
let client: WebhookClient
beforeAll(async () => {
  hooks = await startFakeWebhooks(FAKE_CONVERSIONS)
  client = new WebhookClient({ clock: realClock })
})
beforeEach(() => {
  hooks.received.length = 0
})
afterAll(async () => {
  client.close()
  await hooks[Symbol.asyncDispose]()
})

function at(path: string, more: JsonObject = {}): ConversionWebhook {
  const clientConfig = { url: `https://127.0.0.1:${hooks.port}${path}`, caBundle: hooks.caBundle }
  const webhook = { conversionReviewVersions: ['v1'], clientConfig, ...more }
  return new ConversionWebhook({ webhook, client, random: realRandom })
}

async function failure(asked: Promise<unknown>): Promise<{ code: number | undefined; message: string }> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('did not fail')
  const { uid } = (hooks.received.at(-1)?.review.request ?? {}) as { uid?: string }
  const message = error.message.replaceAll(String(hooks.port), 'PORT').replaceAll(uid ?? 'UID', 'UID')
  return { code: error.status.code, message }
}

describe('ConversionWebhook', () => {
  it.each(RECORDED.filter(({ message }) => message !== undefined))(
    'fails as the real server does: $path',
    async ({ path, code, message }) => {
      expect(await failure(at(path).convert([widget('w')], NEW))).toEqual({ code, message })
    },
  )

  it.each(RECORDED.filter(({ object }) => object !== undefined))(
    'takes what the real server takes: $path',
    async ({ path, object }) => {
      const [converted] = await at(path).convert([widget('w')], NEW)
      const { labels, annotations, finalizers } = object?.metadata ?? {}
      expect(converted?.spec).toEqual(object?.spec)
      expect(converted?.metadata).toEqual({
        ...widget('w').metadata,
        labels,
        ...(annotations !== undefined && { annotations }),
        ...(finalizers !== undefined && { finalizers }),
      })
    },
  )

  it('sends a review as the real server does', async () => {
    await at('/convert').convert([widget('w')], NEW)
    const [sent] = hooks.received
    expect(sent?.url).toBe('/convert?timeout=30s')
    expect(sent?.review).toEqual({
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.k8s.io/v1',
      request: { uid: expect.any(String), desiredAPIVersion: NEW, objects: [widget('w')] },
      response: { uid: '', convertedObjects: null, result: { metadata: {} } },
    })
  })

  it('converts all that need it in one call, and leaves the order', async () => {
    const given = [widget('a'), widget('b', NEW), widget('c')]
    const converted = await at('/convert').convert(given, NEW)
    expect(converted.map(({ metadata, apiVersion }) => [metadata.name, apiVersion])).toEqual([
      ['a', NEW],
      ['b', NEW],
      ['c', NEW],
    ])
    expect(converted[1]).toBe(given[1])
    expect(hooks.received.length).toBe(1)
  })

  it('asks nobody where nothing needs it', async () => {
    const given = [widget('a', NEW)]
    expect(await at('/broken').convert(given, NEW)).toBe(given)
    expect(hooks.received).toEqual([])
  })

  it('says which of several objects came back wrong', async () => {
    const { message } = await failure(at('/convert-name').convert([widget('a'), widget('b')], NEW))
    expect(message).toBe(
      'conversion webhook for conv.example.com/v1, Kind=WidgetList returned invalid converted object at index 0: must have the same name: a != other',
    )
  })

  it('speaks no review but v1', async () => {
    const { message } = await failure(
      at('/convert', { conversionReviewVersions: ['v1beta1'] }).convert([widget('a')], NEW),
    )
    expect(message).toBe('no supported conversion review versions')
  })
})

describe('plainConverter', () => {
  it('changes nothing but the version', async () => {
    expect(await plainConverter.convert([widget('a')], NEW)).toEqual([widget('a', NEW)])
  })
})
