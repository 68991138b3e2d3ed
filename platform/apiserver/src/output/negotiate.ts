import { notAcceptable } from '../status/api-errors.ts'

/** How an answer is to be shown. */
export type Shape = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

export interface Accepted {
  readonly shape: Shape
  readonly type: 'json' | 'yaml'
}

const OFFERED = ['application/json', 'application/yaml']

/** The first of what the client accepts that can be given; protobuf is passed over, as every client lists JSON too. */
export function negotiate(accept: string | undefined): Accepted {
  if (accept === undefined || accept.trim() === '') return { shape: 'object', type: 'json' }
  for (const part of accept.split(',')) {
    const found = acceptedBy(part.trim())
    if (found !== undefined) return found
  }
  throw notAcceptable(OFFERED)
}

function acceptedBy(part: string): Accepted | undefined {
  const [media = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const type = {
    'application/json': 'json',
    'application/*': 'json',
    '*/*': 'json',
    'application/yaml': 'yaml',
  }[media] as Accepted['type'] | undefined
  if (type === undefined) return undefined
  const given = new Map(parameters.map((piece) => piece.split('=') as [string, string]))
  const as = given.get('as')
  if (as === undefined) return { shape: 'object', type }
  if (given.get('g') !== 'meta.k8s.io' || !['v1', 'v1beta1'].includes(given.get('v') ?? '')) return undefined
  if (as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList')
    return { shape: as, type }
  return undefined
}
