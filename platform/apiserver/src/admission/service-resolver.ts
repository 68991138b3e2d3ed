import { ReeveError } from '@reeve/ground'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { objectsIn, textOf } from './configuration/json-parts.ts'
import type { ResolveService, ServiceAddress } from './hook-address.ts'

export interface ServiceResolverOptions {
  readonly service: (namespace: string, name: string) => Promise<ApiObject | undefined>
  /** Endpoints of the core group. */
  readonly endpoints: (namespace: string, name: string) => Promise<ApiObject | undefined>
}

/** A service that is there but leads nowhere. */
class UnroutableService extends ReeveError {
  readonly code = 'SERVICE_UNROUTABLE'

  constructor(message: string) {
    super(message, { retryable: true })
  }
}

/**
 * Finds services by their objects: an external name as it is; otherwise an address of its Endpoints, as nobody need be
 * there to route the service's own; otherwise that.
 */
export function serviceResolver({ service, endpoints }: ServiceResolverOptions): ResolveService {
  return async (namespace, name, port) => {
    const found = await service(namespace, name)
    if (found === undefined) return undefined
    const spec = isObject(found.spec) ? found.spec : {}
    if (spec.type === 'ExternalName') return { host: textOf(spec.externalName), port }
    const servicePort = objectsIn(spec.ports).find((one) => one.port === port)
    if (servicePort === undefined) {
      throw new UnroutableService(`no service port ${port} found for service ${quote(name)}`)
    }
    const address = addressIn(await endpoints(namespace, name), servicePort.name)
    return address ?? clusterAddress(spec, port)
  }
}

function addressIn(
  endpoints: ApiObject | undefined,
  portName: JsonValue | undefined,
): ServiceAddress | undefined {
  for (const { addresses, ports } of objectsIn(endpoints?.subsets)) {
    const port = objectsIn(ports).find(({ name }) => textOf(name) === textOf(portName))?.port
    const host = textOf(objectsIn(addresses)[0]?.ip)
    if (typeof port === 'number' && host !== '') return { host, port }
  }
  return undefined
}

function clusterAddress({ clusterIP }: JsonObject, port: number): ServiceAddress {
  const host = textOf(clusterIP)
  if (host === 'None' || host === '') {
    throw new UnroutableService(`cannot route to service with ClusterIP ${quote(host || 'None')}`)
  }
  return { host, port }
}
