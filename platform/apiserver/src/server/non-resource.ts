import { aggregatedDiscovery } from '../discovery/aggregated-discovery.ts'
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from '../discovery/legacy-discovery.ts'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { openApiV3, openApiV3Index } from '../openapi/open-api.ts'
import type { ApiAnswer, ApiRequest } from './api-request.ts'
import { etagOf } from './etag.ts'
import type { Services } from './services.ts'

/** What `/version` says: the Kubernetes that clients may expect, and who it is really. */
export const VERSION = {
  major: '1',
  minor: '34',
  gitVersion: 'v1.34.2+reeve',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'node',
  platform: `${process.platform}/${process.arch}`,
}

const AGGREGATED = /application\/json;g=apidiscovery\.k8s\.io;v=(v2|v2beta1);as=APIGroupDiscoveryList/

/** Everything beside the resources: discovery, documentation, health. Undefined if there is nothing at the path. */
export function nonResource(
  services: Services,
  request: ApiRequest,
  address: string,
): ApiAnswer | Promise<ApiAnswer> | undefined {
  const path = request.path.replace(/\/+$/, '')
  switch (path) {
    case '/version':
      return object(VERSION)
    case '/api':
    case '/apis':
      return discovery(services, request, path === '/api', address)
    case '/openapi/v2':
      return swagger(services, request)
    case '/openapi/v3':
      return cached(request, openApiV3Index(services.registry))
    default:
      return below(services, request, path)
  }
}

function below({ registry }: Services, request: ApiRequest, path: string): ApiAnswer | undefined {
  const [root, first = '', second, third] = path.split('/').slice(1)
  if (root === 'api' && second === undefined)
    return object(apiResourceList(registry, { group: '', version: first }))
  if (root === 'apis' && second === undefined) return object(apiGroup(registry, first))
  if (root === 'apis' && second !== undefined && third === undefined) {
    return object(apiResourceList(registry, { group: first, version: second }))
  }
  if (root === 'openapi' && first === 'v3') {
    const document = openApiV3(registry, path.slice('/openapi/v3/'.length))
    return document && cached(request, document)
  }
  return undefined
}

/** Loaded when somebody asks for it, which few clients do. */
async function swagger({ registry }: Services, request: ApiRequest): Promise<ApiAnswer> {
  const { swaggerAnswer } = await import('../openapi/v2/swagger-answer.ts')
  const answer = swaggerAnswer(registry, request.headers.accept)
  if (answer === undefined)
    return { type: 'text', status: 406, contentType: 'text/plain; charset=utf-8', text: '' }
  const etag = `"${answer.etag}"`
  const fresh = request.headers['if-none-match'] === etag
  return {
    type: 'text',
    status: fresh ? 304 : 200,
    contentType: answer.contentType,
    text: fresh ? '' : answer.content,
    headers: { etag, vary: 'Accept' },
  }
}

function discovery({ registry }: Services, request: ApiRequest, core: boolean, address: string): ApiAnswer {
  const accept = (request.headers.accept ?? '').replaceAll(' ', '')
  const version = AGGREGATED.exec(accept)?.[1] as 'v2' | 'v2beta1' | undefined
  if (version === undefined)
    return object(core ? apiVersions(registry, address) : apiGroupList(registry)) as ApiAnswer
  const answer = cached(request, aggregatedDiscovery(registry, core, version))
  const contentType = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
  return { ...answer, contentType, headers: { ...answer.headers, vary: 'Accept' } }
}

/** An answer that a client may keep and ask about by its ETag. */
function cached(request: ApiRequest, document: JsonObject): Extract<ApiAnswer, { type: 'text' }> {
  const content = formatJson(document)
  const etag = `"${etagOf(content)}"`
  const fresh = request.headers['if-none-match'] === etag
  return {
    type: 'text',
    status: fresh ? 304 : 200,
    contentType: 'application/json',
    text: fresh ? '' : content,
    headers: { etag, 'cache-control': 'public' },
  }
}

function object(value: JsonObject | undefined): ApiAnswer | undefined {
  return value && { type: 'object', status: 200, object: value }
}
