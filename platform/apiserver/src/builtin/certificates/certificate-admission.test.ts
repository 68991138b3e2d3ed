import { describe, expect, it } from 'vitest'
import type { Admitting } from '../../admission/admission.ts'
import type { Attributes } from '../../auth/attributes.ts'
import type { Resource } from '../../resources/resource.ts'
import { CertificateAdmission } from './certificate-admission.ts'

const resource = { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' } as Resource
const user = { name: 'bob', uid: '7', groups: ['team'], extra: { 'example.com/a': ['b'] } }

/** Allows what is named, as `verb signer`. */
function admissionFor(...allowed: readonly string[]): CertificateAdmission {
  const authorize = (asked: Attributes) => ({
    allowed: asked.type === 'resource' && allowed.includes(`${asked.verb} ${asked.name}`),
    reason: '',
  })
  return new CertificateAdmission({ authorize })
}

const asking = (more: object): Admitting =>
  ({ operation: 'CREATE', resource, subresource: '', name: 'r', user, ...more }) as unknown as Admitting
const request = (status: object) => ({
  metadata: { name: 'r' },
  spec: { signerName: 'example.com/s' },
  status,
})

describe('a request for a certificate', () => {
  it('says who asks, whatever it said before', async () => {
    const metadata = { name: 'r', managedFields: [{}] }
    const spec = { signerName: 'example.com/s', username: 'eve', groups: ['system:masters'] }
    const { object } = await admissionFor().mutate(asking({ object: { metadata, spec } }))
    expect(object).toEqual({
      metadata: { name: 'r' },
      spec: {
        signerName: 'example.com/s',
        username: 'bob',
        uid: '7',
        groups: ['team'],
        extra: { 'example.com/a': ['b'] },
      },
    })
  })

  it('is decided by those who may approve for its signer or for all of its domain', async () => {
    const ask = asking({
      operation: 'UPDATE',
      subresource: 'approval',
      object: request({}),
      oldObject: request({}),
    })
    await expect(admissionFor('sign example.com/s').validate(ask)).rejects.toThrow(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to approve requests with signerName "example.com/s"',
    )
    await expect(admissionFor('approve example.com/s').validate(ask)).resolves.toBeDefined()
    await expect(admissionFor('approve example.com/*').validate(ask)).resolves.toBeDefined()
  })

  it('is signed by those who may sign for its signer', async () => {
    const change = (status: object): Admitting =>
      asking({ operation: 'UPDATE', subresource: 'status', object: request(status), oldObject: request({}) })
    await expect(admissionFor().validate(change({ certificate: 'Zm9v' }))).rejects.toThrow(
      'user not permitted to sign requests with signerName "example.com/s"',
    )
    await expect(admissionFor().validate(change({}))).resolves.toBeDefined()
    await expect(
      admissionFor('sign example.com/s').validate(change({ certificate: 'Zm9v' })),
    ).resolves.toBeDefined()
  })
})
