import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../resources/api-object.ts'
import { requestRules } from './request-rules.ts'
import { settleRequest } from './settle-request.ts'

const PEM = Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\n').toString('base64')

function request(status: object, spec: object = {}): ApiObject {
  return {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'r', resourceVersion: '1' },
    spec: { request: PEM, signerName: 'example.com/s', usages: ['client auth'], ...spec },
    status,
  } as unknown as ApiObject
}

const told = (errors: readonly { field: string; detail: string }[]) =>
  errors.map(({ field, detail }) => `${field}: ${detail}`)
const approved = { type: 'Approved', status: 'True' }

describe('the rules of requests for certificates', () => {
  it('want a request, a signer and known usages', () => {
    expect(requestRules.create(request({}))).toEqual([])
    const wrong = { request: 'Zm9v', signerName: 'x', usages: [], expirationSeconds: 5 }
    expect(told(requestRules.create(request({}, wrong)))).toEqual([
      'spec.request: PEM block type must be CERTIFICATE REQUEST',
      'spec.usages: ',
      "spec.signerName: must be a fully qualified domain and path of the form 'example.com/signer-name'",
      'spec.expirationSeconds: may not specify a duration less than 600 seconds (10 minutes)',
    ])
  })

  it('let a decision be made once, and only through its path', () => {
    const [open, decided] = [request({}), request({ conditions: [approved] })]
    expect(requestRules.sub?.approval?.(decided, open)).toEqual([])
    expect(told(requestRules.sub?.status?.(decided, open) ?? [])).toEqual([
      'status.conditions: updates may not add a condition of type "Approved"',
    ])
    expect(told(requestRules.sub?.approval?.(open, decided) ?? [])).toEqual([
      'status.conditions: updates may not remove a condition of type "Approved"',
    ])
    const both = request({ conditions: [approved, { type: 'Denied', status: 'True' }] })
    expect(told(requestRules.sub?.approval?.(both, open) ?? [])).toEqual([
      'status.conditions: Approved and Denied conditions are mutually exclusive',
    ])
  })

  it('let a certificate come once, through the status', () => {
    const pem = Buffer.from('-----BEGIN CERTIFICATE-----\n').toString('base64')
    const signed = request({ certificate: pem })
    expect(requestRules.sub?.status?.(signed, request({}))).toEqual([])
    expect(told(requestRules.sub?.approval?.(signed, request({})) ?? [])).toEqual([
      'status.certificate: updates may not set certificate content',
    ])
    expect(told(requestRules.sub?.status?.(request({ certificate: 'Zm9v' }), signed) ?? [])).toEqual([
      'status.certificate: must contain at least one CERTIFICATE PEM block',
      'status.certificate: updates may not modify existing certificate content',
    ])
  })
})

describe('settleRequest', () => {
  const now = '2026-01-01T00:00:00Z'

  it('dates conditions, and keeps the time since when they have been so', () => {
    const since = '2025-01-01T00:00:00Z'
    const old = request({ conditions: [{ ...approved, lastTransitionTime: since }] })
    const wanted = request({ conditions: [approved, { type: 'Failed', status: 'True' }] })
    expect(settleRequest(wanted, old, { subresource: 'approval', now }).status).toEqual({
      conditions: [
        { ...approved, lastUpdateTime: now, lastTransitionTime: since },
        { type: 'Failed', status: 'True', lastUpdateTime: now, lastTransitionTime: now },
      ],
    })
  })

  it('takes conditions and nothing else through the approval', () => {
    const wanted = request({ certificate: 'Zm9v', conditions: [approved] }, { signerName: 'example.com/t' })
    const settled = settleRequest(wanted, request({}), { subresource: 'approval', now })
    expect(settled.spec).toMatchObject({ signerName: 'example.com/s' })
    expect(Object.keys(settled.status as object)).toEqual(['conditions'])
  })
})
