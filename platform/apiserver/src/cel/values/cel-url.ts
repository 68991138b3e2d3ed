import { quote } from '../../json/quote.ts'
import { isUri } from '../../schema/formats/is-uri.ts'
import { CelOpaque } from './cel-opaque.ts'

/** A URL in parts, as Go reads it. */
export class CelUrl extends CelOpaque {
  override readonly typeName = 'kubernetes.URL'
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string

  constructor(text: string) {
    super()
    this.text = text
    const plain = text.split('#')[0] ?? ''
    const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/u.exec(plain)?.[1] ?? ''
    this.scheme = scheme.toLowerCase()
    const rest = scheme === '' ? plain : plain.slice(scheme.length + 1)
    const mark = rest.indexOf('?')
    this.query = mark < 0 ? '' : rest.slice(mark + 1)
    const front = mark < 0 ? rest : rest.slice(0, mark)
    const authority = /^\/\/(?!\/)([^/]*)/u.exec(front)
    this.host = (authority?.[1] ?? '').replace(/^.*@/u, '')
    this.path = front.slice(authority?.[0].length ?? 0)
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelUrl && other.text === this.text
  }

  get hostname(): string {
    const bracketed = /^\[([^\]]*)\]/u.exec(this.host)
    return bracketed === null ? this.host.replace(/:\d*$/u, '') : (bracketed[1] ?? '')
  }

  get port(): string {
    return /:(\d*)$/u.exec(this.host.replace(/^\[[^\]]*\]/u, ''))?.[1] ?? ''
  }

  /** The path with everything escaped that has to be. */
  get escapedPath(): string {
    if (/^(?:[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]]|%[0-9A-Fa-f]{2})*$/u.test(this.path)) return this.path
    const plain = unescaped(this.path) ?? this.path
    return [...Buffer.from(plain)]
      .map((byte) => {
        const letter = String.fromCharCode(byte)
        if (byte < 128 && /[A-Za-z0-9\-_.~$&+,/:;=@]/u.test(letter)) return letter
        return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  }

  /** All values of each name, in their order; parts that are no pairs are left out. */
  get pairs(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>()
    for (const part of this.query.split('&')) {
      if (part === '' || part.includes(';')) continue
      const [name = '', ...rest] = part.split('=')
      const key = unescaped(name.replaceAll('+', ' '))
      const value = unescaped(rest.join('=').replaceAll('+', ' '))
      if (key === undefined || value === undefined) continue
      found.set(key, [...(found.get(key) ?? []), value])
    }
    return found
  }
}

function unescaped(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/u.test(text)) return undefined
  const bytes = text.replace(/%([0-9A-Fa-f]{2})/gu, (_, hex: string) =>
    String.fromCharCode(0xf700 + Number.parseInt(hex, 16)),
  )
  const parts = [...bytes].flatMap((letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0xf700 && code <= 0xf7ff ? [code - 0xf700] : [...Buffer.from(letter)]
  })
  return Buffer.from(parts).toString()
}

/** What Go says is wrong with a URL; undefined when it is one. */
export function urlProblem(text: string): string | undefined {
  if (isUri(text)) return undefined
  return `parse ${quote(text)}: ${reason(text)}`
}

function reason(text: string): string {
  if (text === '') return 'empty url'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a URL must not have
  if (/[\x00-\x1f\x7f]/u.test(text)) return 'net/url: invalid control character in URL'
  if (text.startsWith(':')) return 'missing protocol scheme'
  const wrongEscape = /%(?![0-9a-fA-F]{2})(.{0,2})/u.exec(text)
  if (wrongEscape !== null) return `invalid URL escape ${quote(`%${wrongEscape[1] ?? ''}`)}`
  const host = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/([^/?#]*)/u.exec(text)?.[1]?.replace(/^.*@/u, '')
  const port = host === undefined ? undefined : /:([^:\]]*)$/u.exec(host)?.[1]
  if (port !== undefined && !/^\d*$/u.test(port)) return `invalid port ${quote(`:${port}`)} after host`
  const bad = host === undefined ? undefined : /[ "<>^`{|}\\]/u.exec(host)?.[0]
  if (bad !== undefined) return `invalid character ${quote(bad)} in host name`
  return 'invalid URI for request'
}
