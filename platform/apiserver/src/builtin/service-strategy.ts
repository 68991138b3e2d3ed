import { createHash } from 'node:crypto'
import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Strategy } from '../resources/resource.ts'

/** 10.96.0.0/12, where most clusters have their services. */
const NETWORK = (10 << 24) | (96 << 16)
const HOSTS = 2 ** 20 - 2
const FIRST_PORT = 30_000
const PORTS = 2_768

/**
 * Gives services the addresses and ports that clients expect of them. Nothing listens there, as nothing runs; they come
 * from the service's own uid, so two may meet by chance.
 */
export const serviceStrategy: Strategy = {
  prepareCreate: (service) => allocated(service),
  prepareUpdate: (service, old) => allocated(agreeing(service, old)),
}

function allocated(service: ApiObject): ApiObject {
  const spec = isObject(service.spec) ? service.spec : {}
  if (spec.type === 'ExternalName') return service
  const { uid = '' } = service.metadata
  const clusterIP = text(spec.clusterIP) || addressOf(uid)
  const clusterIPs = isList(spec.clusterIPs) && spec.clusterIPs.length > 0 ? spec.clusterIPs : [clusterIP]
  const ports = needsNodePorts(spec) ? withNodePorts(spec.ports, uid) : spec.ports
  return { ...service, spec: { ...spec, clusterIP, clusterIPs, ...(ports !== undefined && { ports }) } }
}

/** The address is said in two places: whoever changes one of them means both. */
function agreeing(service: ApiObject, old: ApiObject): ApiObject {
  const [spec, before] = [service.spec, old.spec].map((each) => (isObject(each) ? each : {}))
  if (spec === undefined || before === undefined) return service
  const [one, many] = [spec.clusterIP !== before.clusterIP, !isSame(spec.clusterIPs, before.clusterIPs)]
  if (one === many) return service
  const first = isList(spec.clusterIPs) ? spec.clusterIPs[0] : undefined
  const agreed = one ? { clusterIPs: spec.clusterIP ? [spec.clusterIP] : undefined } : { clusterIP: first }
  return { ...service, spec: { ...spec, ...agreed } }
}

function needsNodePorts({ type, allocateLoadBalancerNodePorts }: JsonObject): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false)
}

function withNodePorts(ports: JsonValue | undefined, uid: string): JsonValue | undefined {
  if (!isList(ports)) return ports
  const used = new Set(ports.map((port) => (isObject(port) ? port.nodePort : undefined)))
  return ports.map((port, at) => {
    if (!isObject(port) || (typeof port.nodePort === 'number' && port.nodePort > 0)) return port
    let nodePort = FIRST_PORT + (numberFrom(`${uid}/${at}`) % PORTS)
    while (used.has(nodePort)) nodePort = FIRST_PORT + ((nodePort + 1 - FIRST_PORT) % PORTS)
    used.add(nodePort)
    return { ...port, nodePort }
  })
}

function addressOf(uid: string): string {
  const address = NETWORK + 1 + (numberFrom(uid) % HOSTS)
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 0xff).join('.')
}

function numberFrom(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0)
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
