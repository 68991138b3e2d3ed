import { describe, expect, it } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { swaggerAnswer } from './swagger-answer.ts'

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
const registry = new ResourceRegistry()
addBuiltinKinds(registry)

describe('the answer of /openapi/v2', () => {
  it('is JSON for whoever does not ask for something else', () => {
    for (const accept of ['', '*/*', 'application/json;q=0.9', 'text/html, application/json']) {
      expect(swaggerAnswer(registry, accept)?.contentType).toBe('application/json')
    }
    expect(JSON.parse(String(swaggerAnswer(registry)?.content))).toMatchObject({ swagger: '2.0' })
  })

  it('is protobuf for Go clients, under the name of today', () => {
    const answer = swaggerAnswer(registry, PROTOBUF)
    expect(answer?.contentType).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf')
    expect(Buffer.from(answer?.content as Uint8Array).subarray(0, 5)).toEqual(Buffer.from('\n\x032.0'))
    expect(answer?.etag).toBe(swaggerAnswer(registry)?.etag)
  })

  it('is none for whoever accepts neither', () => {
    expect(swaggerAnswer(registry, 'application/yaml')).toBeUndefined()
  })

  it('is made again only when the kinds have changed', () => {
    const first = swaggerAnswer(registry, PROTOBUF)?.content
    expect(swaggerAnswer(registry, PROTOBUF)?.content).toBe(first)
    registry.setCustom('example.io', 'things', [])
    expect(swaggerAnswer(registry, PROTOBUF)?.content).not.toBe(first)
  })
})
