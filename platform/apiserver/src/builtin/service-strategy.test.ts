import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../resources/api-object.ts'
import { serviceStrategy } from './service-strategy.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
function prepared(spec: object, uid = 'u1'): any {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's', uid },
    spec,
  } as unknown as ApiObject
  return serviceStrategy.prepareUpdate?.(service, service)?.spec
}

describe('serviceStrategy', () => {
  it('gives an address within the network of services, the same for as long as the service is there', () => {
    const { clusterIP, clusterIPs } = prepared({ type: 'ClusterIP' })
    expect(clusterIP).toMatch(/^10\.(9[6-9]|10\d|11[01])\.\d+\.\d+$/)
    expect(clusterIPs).toEqual([clusterIP])
    expect(prepared({ type: 'ClusterIP' }).clusterIP).toBe(clusterIP)
    expect(prepared({ type: 'ClusterIP' }, 'u2').clusterIP).not.toBe(clusterIP)
  })

  it('keeps what the writer has chosen', () => {
    expect(prepared({ clusterIP: '10.96.0.9' })).toEqual({
      clusterIP: '10.96.0.9',
      clusterIPs: ['10.96.0.9'],
    })
    expect(prepared({ clusterIP: 'None', clusterIPs: ['None'] }).clusterIP).toBe('None')
    expect(prepared({ type: 'ExternalName', externalName: 'x' })).toEqual({
      type: 'ExternalName',
      externalName: 'x',
    })
  })

  it('gives node ports to the ports that need one, none twice', () => {
    const ports = Array.from({ length: 50 }, (_, n) => ({
      port: n + 1,
      ...(n === 0 && { nodePort: 30_001 }),
    }))
    const given = prepared({ type: 'NodePort', ports }).ports.map(
      ({ nodePort }: { nodePort: number }) => nodePort,
    )
    expect(given[0]).toBe(30_001)
    expect(new Set(given).size).toBe(50)
    expect(given.every((port: number) => port >= 30_000 && port <= 32_767)).toBe(true)
  })
})
