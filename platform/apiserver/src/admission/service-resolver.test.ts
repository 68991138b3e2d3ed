import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { serviceResolver } from './service-resolver.ts'

function resolve(spec: JsonObject | undefined, subsets: readonly JsonObject[] = []) {
  const named = { apiVersion: 'v1', kind: 'X', metadata: { name: 'hooks' } }
  return serviceResolver({
    service: async (): Promise<ApiObject | undefined> => spec && { ...named, spec },
    endpoints: async (): Promise<ApiObject> => ({ ...named, subsets }),
  })('tools', 'hooks', 443)
}

const PORTS = [{ name: 'web', port: 443, targetPort: 8443 }]

describe('serviceResolver', () => {
  it('finds nothing where there is no service', async () => {
    expect(await resolve(undefined)).toBeUndefined()
  })

  it('takes an external name as it is', async () => {
    const spec = { type: 'ExternalName', externalName: 'hooks.example.com' }
    expect(await resolve(spec)).toEqual({ host: 'hooks.example.com', port: 443 })
  })

  it('prefers an address of the endpoints to that of the service', async () => {
    const spec = { type: 'ClusterIP', clusterIP: '10.0.0.9', ports: PORTS }
    const subsets = [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ name: 'web', port: 8443 }] }]
    expect(await resolve(spec, subsets)).toEqual({ host: '127.0.0.1', port: 8443 })
    expect(await resolve(spec)).toEqual({ host: '10.0.0.9', port: 443 })
  })

  it('says why a service leads nowhere', async () => {
    const spec = { type: 'ClusterIP', clusterIP: 'None', ports: PORTS }
    await expect(resolve(spec)).rejects.toThrow('cannot route to service with ClusterIP "None"')
    await expect(resolve({ ...spec, ports: [] })).rejects.toThrow(
      'no service port 443 found for service "hooks"',
    )
  })
})
