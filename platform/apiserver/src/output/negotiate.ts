import { notAcceptable } from '../status/api-errors.ts'

/** How an answer is to be shown. */
export type Shape = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

export interface Accepted {
  readonly shape: Shape
}

const OFFERED = ['application/json', 'application/yaml']
const TYPES = new Set(['application/json', 'application/yaml', 'application/*', '*/*'])

/** The first of what the client accepts that can be given; protobuf is passed over, as every client lists JSON too. */
export function negotiate(accept: string | undefined): Accepted {
  if (accept === undefined || accept.trim() === '') return { shape: 'object' }
  for (const part of accept.split(',')) {
    const found = acceptedBy(part.trim())
    if (found !== undefined) return found
  }
  throw notAcceptable(OFFERED)
}

function acceptedBy(part: string): Accepted | undefined {
  const [media = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  if (!TYPES.has(media)) return undefined
  const given = new Map(parameters.map((piece) => piece.split('=') as [string, string]))
  const as = given.get('as')
  if (as === undefined) return { shape: 'object' }
  if (given.get('g') !== 'meta.k8s.io' || !['v1', 'v1beta1'].includes(given.get('v') ?? '')) return undefined
  if (as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList')
    return { shape: as }
  return undefined
}
