import { InvalidRequestError } from '../errors.ts'

/** The endpoints, if they are such that a ledger can be opened on them. */
export function checkEndpoints(endpoints: readonly string[]): readonly string[] {
  if (endpoints.length === 0) throw new InvalidRequestError('cannot open etcd ledger: no endpoint is named')
  const odd = endpoints.find((endpoint) => !/^https?:\/\/[^/]+\/?$/.test(endpoint) || !URL.canParse(endpoint))
  if (odd === undefined) return endpoints
  throw new InvalidRequestError(`cannot open etcd ledger: ${odd} is not an http or https address`)
}
