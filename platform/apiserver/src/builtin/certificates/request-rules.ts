import { isSame, type JsonObject } from '../../json/json-value.ts'
import { checkMetadata, type MetadataRules } from '../../kinds/checks/check-metadata.ts'
import { duplicate, forbidden, invalid, required, unsupported } from '../../kinds/checks/complaints.ts'
import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { listIn, numberIn, objectIn, objectsIn, textIn } from '../../kinds/checks/members.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'

const RULES: MetadataRules = { namespaced: false, nameRule: 'subdomain', standardFinalizers: true }
const CONDITIONS = 'status.conditions'
const DECISIONS = ['Approved', 'Denied']
/** Conditions that either are or are not there. */
const CERTAIN = [...DECISIONS, 'Failed']
const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
const SIGNER =
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+\/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/
const LEGACY = 'kubernetes.io/legacy-unknown'
const LEAST_SECONDS = 600

/** What a request for a certificate has to say, and who may change what of it through which path. */
export const requestRules: KindCheck = {
  namespaced: false,
  create: wholeErrors,
  update: (object, old) => changeErrors(object, old, 'object'),
  sub: {
    approval: (object, old) => changeErrors(object, old, 'approval'),
    status: (object, old) => changeErrors(object, old, 'status'),
  },
}

function wholeErrors(request: ApiObject): readonly FieldError[] {
  const [spec, status] = [objectIn(request, 'spec'), objectIn(request, 'status')]
  const seconds = numberIn(spec, 'expirationSeconds')
  return [
    ...checkMetadata(request.metadata, RULES),
    ...pemErrors(textIn(spec, 'request')),
    ...usageErrors(spec),
    ...signerErrors(textIn(spec, 'signerName')),
    ...(seconds !== undefined && seconds < LEAST_SECONDS
      ? [
          invalid(
            'spec.expirationSeconds',
            seconds,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
    ...conditionErrors(objectsIn(status, 'conditions')),
    ...certificateErrors(textIn(status, 'certificate')),
  ]
}

/** Whether it can be read and is signed is for the signer to find out. */
function pemErrors(request: string): readonly FieldError[] {
  const isRequest = /-----BEGIN CERTIFICATE REQUEST-----/.test(decoded(request))
  return isRequest ? [] : [invalid('spec.request', request, 'PEM block type must be CERTIFICATE REQUEST')]
}

function usageErrors(spec: JsonObject): readonly FieldError[] {
  const usages = listIn(spec, 'usages').map(String)
  const at = (index: number): string => `spec.usages[${index}]`
  return [
    ...(usages.length === 0 ? [required('spec.usages', '')] : []),
    ...usages.flatMap((usage, index) =>
      USAGES.includes(usage) ? [] : [unsupported(at(index), usage, USAGES)],
    ),
    ...usages.flatMap((usage, index) =>
      usages.indexOf(usage) === index ? [] : [duplicate(at(index), usage)],
    ),
  ]
}

function signerErrors(signer: string): readonly FieldError[] {
  const field = 'spec.signerName'
  if (signer === '') return [required(field, '')]
  if (signer === LEGACY)
    return [invalid(field, signer, 'the legacy signerName is not allowed via this API version')]
  const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
  return SIGNER.test(signer) ? [] : [invalid(field, signer, detail)]
}

function conditionErrors(conditions: readonly JsonObject[]): readonly FieldError[] {
  const types = conditions.map((condition) => textIn(condition, 'type'))
  return conditions.flatMap((condition, index) => {
    const [type, status] = [textIn(condition, 'type'), textIn(condition, 'status')]
    const allowed = CERTAIN.includes(type) ? ['True'] : ['False', 'True', 'Unknown']
    const before = types.slice(0, index)
    const other = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined
    const at = `${CONDITIONS}[${index}]`
    return [
      ...(type === '' ? [required(`${at}.type`, '')] : []),
      ...(status === ''
        ? [required(`${at}.status`, '')]
        : allowed.includes(status)
          ? []
          : [unsupported(`${at}.status`, status, allowed)]),
      ...(other !== undefined && before.includes(other)
        ? [invalid(CONDITIONS, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(before.includes(type) ? [duplicate(`${at}.type`, type)] : []),
    ]
  })
}

function certificateErrors(certificate: string): readonly FieldError[] {
  if (certificate === '') return []
  const told = (detail: string): readonly FieldError[] => [
    invalid('status.certificate', '<certificate data>', detail),
  ]
  const [, ...types] = decoded(certificate).split(/-----BEGIN ([A-Z0-9 ]+)-----/)
  const other = types.filter((_, index) => index % 2 === 0).find((type) => type !== 'CERTIFICATE')
  if (other !== undefined)
    return told(`only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(other)}`)
  return types.length === 0 ? told('must contain at least one CERTIFICATE PEM block') : []
}

function changeErrors(
  object: ApiObject,
  old: ApiObject,
  through: 'object' | 'approval' | 'status',
): readonly FieldError[] {
  const certificate = (request: ApiObject): string => textIn(objectIn(request, 'status'), 'certificate')
  const [now, before] = [certificate(object), certificate(old)]
  const refused = (detail: string): readonly FieldError[] => [forbidden('status.certificate', detail)]
  const isLost = (type: string): boolean => ofType(object, type).length < ofType(old, type).length
  return [
    ...wholeErrors(object),
    ...checkMetadata(object.metadata, RULES, old.metadata),
    ...CERTAIN.filter(isLost).map((type) =>
      forbidden(CONDITIONS, `updates may not remove a condition of type ${JSON.stringify(type)}`),
    ),
    ...(through === 'approval' ? [] : DECISIONS.flatMap((type) => decisionErrors(object, old, type))),
    ...(now === before
      ? []
      : through !== 'status'
        ? refused('updates may not set certificate content')
        : before === ''
          ? []
          : refused('updates may not modify existing certificate content')),
  ]
}

function decisionErrors(object: ApiObject, old: ApiObject, type: string): readonly FieldError[] {
  const [now, before] = [ofType(object, type), ofType(old, type)]
  if (now.length < before.length || isSame(now, before)) return []
  const verb = now.length > before.length ? 'add' : 'modify'
  return [forbidden(CONDITIONS, `updates may not ${verb} a condition of type ${JSON.stringify(type)}`)]
}

function ofType(request: ApiObject, type: string): readonly JsonObject[] {
  return objectsIn(objectIn(request, 'status'), 'conditions').filter((one) => one.type === type)
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1')
}
