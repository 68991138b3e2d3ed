import { formatJson } from './format-json.ts'
import { isList, type JsonObject, type JsonValue } from './json-value.ts'

/** How much text is made at a time, about. */
const PIECE = 64 * 1024
/** Fewer members than this are not worth taking apart. */
const MANY = 200

/** The JSON text of an object in pieces; long lists among its members are taken apart, so that none takes long to make. */
export function* formatPieces(object: JsonObject): Generator<string> {
  const long = Object.entries(object).find(([, value]) => isList(value) && value.length > MANY)
  if (long === undefined) {
    yield formatJson(object)
    return
  }
  let text = '{'
  let first = true
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    text += `${first ? '' : ','}${JSON.stringify(name)}:`
    first = false
    if (!isList(value)) text += formatJson(value)
    else text = yield* listPieces(text, value)
  }
  yield `${text}}`
}

/** Yields what has become long enough, returns the rest. */
function* listPieces(before: string, list: readonly JsonValue[]): Generator<string, string> {
  let text = `${before}[`
  for (const [at, item] of list.entries()) {
    text += `${at === 0 ? '' : ','}${formatJson(item ?? null)}`
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  return `${text}]`
}
