import { CelRuntimeError } from '../cel-error.ts'
import { CelList } from '../values/cel-list.ts'
import { BuiltMap } from '../values/cel-map.ts'
import { CelUrl, urlProblem } from '../values/cel-url.ts'
import { type FunctionTable, overload } from './overload.ts'

const URL_TYPE = 'kubernetes.URL'

function url(text: string): CelUrl {
  const problem = urlProblem(text)
  if (problem !== undefined)
    throw new CelRuntimeError(`URL parse error during conversion from string: ${problem}`)
  return new CelUrl(text)
}

const query = (value: CelUrl): BuiltMap =>
  new BuiltMap([...value.pairs].map(([name, values]) => [name, CelList.of(values)]))
const part = (id: string, of: (value: CelUrl) => string) => [overload(id, `${URL_TYPE}.() -> string`, of)]

/** Kubernetes' functions on URLs. */
export const URLS: FunctionTable = {
  url: [overload('string_to_url', `(string) -> ${URL_TYPE}`, url)],
  isURL: [overload('is_url_string', '(string) -> bool', (text: string) => urlProblem(text) === undefined)],
  getScheme: part('url_get_scheme', (value) => value.scheme),
  getHost: part('url_get_host', (value) => value.host),
  getHostname: part('url_get_hostname', (value) => value.hostname),
  getPort: part('url_get_port', (value) => value.port),
  getEscapedPath: part('url_get_escaped_path', (value) => value.escapedPath),
  getQuery: [overload('url_get_query', `${URL_TYPE}.() -> map(string, list(string))`, query)],
}
