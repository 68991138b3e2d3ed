import type { Admitted, Admitting } from '../admission/admission.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { isDryRun, type RequestContext } from './request-context.ts'

/** What a write makes of what; either may not be there. */
export interface Writing {
  readonly object: ApiObject | undefined
  readonly old: ApiObject | undefined
  /** Of a deletion; those of other writes stand in the request. */
  readonly options?: JsonObject
}

/** Asks those who may change the object. The same one comes back if nobody did. */
export function mutated(context: RequestContext, writing: Writing): Promise<Admitted<ApiObject | undefined>> {
  return context.services.admission.mutate(admittingOf(context, writing))
}

/** Asks those who may refuse. */
export async function validated(context: RequestContext, writing: Writing): Promise<readonly string[]> {
  return (await context.services.admission.validate(admittingOf(context, writing))).warnings
}

function admittingOf(context: RequestContext, { object, old, options }: Writing): Admitting {
  const { resource, subresource, namespace, user, request } = context
  const operation = object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE'
  return {
    operation,
    resource,
    subresource,
    // A namespace counts as being in itself.
    namespace:
      resource.resource === 'namespaces' && resource.group === ''
        ? ((object ?? old)?.metadata.name ?? '')
        : namespace,
    name: context.name === '' ? ((object ?? old)?.metadata.name ?? '') : context.name,
    object,
    oldObject: old,
    options: optionsOf(context, operation, options),
    dryRun: isDryRun(context),
    user,
    signal: request.signal,
  }
}

function optionsOf(
  { request: { query } }: RequestContext,
  operation: 'CREATE' | 'UPDATE' | 'DELETE',
  given: JsonObject = {},
): JsonObject {
  const kinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' }
  const dryRun = query.getAll('dryRun')
  const [manager, validation] = [query.get('fieldManager') ?? '', query.get('fieldValidation') ?? '']
  return {
    ...given,
    kind: kinds[operation],
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun.length > 0 && { dryRun }),
    ...(manager !== '' && { fieldManager: manager }),
    ...(validation !== '' && { fieldValidation: validation }),
  }
}
