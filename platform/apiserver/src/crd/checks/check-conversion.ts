import type { JsonObject } from '../../json/json-value.ts'
import { checkWebhookService, checkWebhookUrl } from '../../kinds/checks/check-webhook-client.ts'
import { forbidden, invalid, invalids, required, unsupported } from '../../kinds/checks/complaints.ts'
import { has, maybeObject, objectIn, textIn, textsIn } from '../../kinds/checks/members.ts'
import { label1035Errors } from '../../kinds/checks/name-words.ts'
import type { FieldError } from '../../status/field-error.ts'

const KNOWN = ['v1', 'v1beta1']
const PATH = 'spec.conversion'

/** What is wrong with how a definition's versions are turned into each other; `old` is the conversion that was there. */
export function checkConversion(
  conversion: JsonObject | undefined,
  old: JsonObject | undefined,
): readonly FieldError[] {
  if (conversion === undefined) return []
  const strategy = textIn(conversion, 'strategy')
  const webhook = maybeObject(conversion, 'webhook')
  const client = maybeObject(webhook ?? {}, 'clientConfig')
  const versions = textsIn(webhook ?? {}, 'conversionReviewVersions')
  const errors: FieldError[] = strategyErrors(strategy)
  if (strategy !== 'Webhook') {
    const detail = 'should not be set when strategy is not set to Webhook'
    if (client !== undefined) errors.push(forbidden(`${PATH}.webhookClientConfig`, detail))
    if (versions.length > 0) errors.push(forbidden(`${PATH}.conversionReviewVersions`, detail))
    return errors
  }
  return [...errors, ...clientErrors(client), ...reviewErrors(versions, mustBeKnown(old))]
}

function strategyErrors(strategy: string): FieldError[] {
  if (strategy === '') return [required(`${PATH}.strategy`, '')]
  return strategy === 'None' || strategy === 'Webhook'
    ? []
    : [unsupported(`${PATH}.strategy`, strategy, ['None', 'Webhook'])]
}

function clientErrors(client: JsonObject | undefined): readonly FieldError[] {
  const path = `${PATH}.webhookClientConfig`
  if (client === undefined) return [required(path, 'required when strategy is set to Webhook')]
  if (has(client, 'url') === has(client, 'service'))
    return [required(path, 'exactly one of url or service is required')]
  if (has(client, 'url')) return checkWebhookUrl(textIn(client, 'url'), `${path}.url`)
  const { name, namespace, ...rest } = objectIn(client, 'service')
  // Upstream hands them over the wrong way round.
  return checkWebhookService({ ...rest, name: namespace, namespace: name }, `${path}.service`)
}

function reviewErrors(versions: readonly string[], wantsKnown: boolean): readonly FieldError[] {
  const path = `${PATH}.conversionReviewVersions`
  if (versions.length === 0) return [required(path, '')]
  const errors = versions.flatMap((version, at) =>
    versions.indexOf(version) < at
      ? [invalid(`${path}[${at}]`, version, 'duplicate version')]
      : invalids(`${path}[${at}]`, version, label1035Errors(version)),
  )
  if (!wantsKnown || versions.some((version) => KNOWN.includes(version))) return errors
  return [...errors, invalid(path, versions, `must include at least one of ${KNOWN.join(', ')}`)]
}

/** A definition that got by without a known version before still may. */
function mustBeKnown(old: JsonObject | undefined): boolean {
  const before = textsIn(objectIn(old ?? {}, 'webhook'), 'conversionReviewVersions')
  return before.length === 0 || before.some((version) => KNOWN.includes(version))
}
