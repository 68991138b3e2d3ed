import type { Random } from '@reeve/ground'
import type { WebhookClient } from '../admission/webhook-client.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Convert } from '../resources/resource.ts'
import { ConversionWebhook } from './conversion-webhook.ts'

export interface ConvertingOptions {
  readonly client: WebhookClient
  readonly random: Random
}

/** How objects of a definition get from one version to another; undefined where only the version differs. */
export function converting(options: ConvertingOptions): (definition: ApiObject) => Convert | undefined {
  return ({ spec }) => {
    const conversion = objectIn(objectIn(spec).conversion)
    if (conversion.strategy !== 'Webhook') return undefined
    const converter = new ConversionWebhook({ ...options, webhook: objectIn(conversion.webhook) })
    return (objects, to) => converter.convert(objects, apiVersionOf(to))
  }
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}
