import { messageOf } from '@reeve/ground'
import type { ApiAnswer, ApiRequest } from './api-request.ts'
import type { Services } from './services.ts'

const CHECKS: Readonly<Record<string, (services: Services) => Promise<unknown>>> = {
  ping: async () => {},
  ledger: ({ store }) => store.revision(),
}

/** Whether the server lives, in one word, or check by check for who asks for `verbose`; one check alone by its path. */
export async function health(services: Services, request: ApiRequest): Promise<ApiAnswer | undefined> {
  const [, what = '', single] = /^\/(healthz|livez|readyz)(?:\/([\w-]+))?\/?$/.exec(request.path) ?? []
  if (what === '' || (single !== undefined && !Object.hasOwn(CHECKS, single))) return undefined
  const left = new Set(request.query.getAll('exclude'))
  const names = Object.keys(CHECKS).filter((name) => (single ?? name) === name)
  const lines: string[] = []
  let well = true
  for (const name of names) {
    const failed = left.has(name) ? undefined : await failureOf(services, name)
    well &&= failed === undefined
    lines.push(
      left.has(name)
        ? `[+]${name} excluded: ok`
        : failed === undefined
          ? `[+]${name} ok`
          : `[-]${name} failed: ${failed}`,
    )
  }
  if (well && !request.query.has('verbose')) return text(200, 'ok')
  return text(well ? 200 : 500, `${lines.join('\n')}\n${what} check ${well ? 'passed' : 'failed'}\n`)
}

async function failureOf(services: Services, name: string): Promise<string | undefined> {
  try {
    await CHECKS[name]?.(services)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function text(status: number, content: string): ApiAnswer {
  return { type: 'text', status, contentType: 'text/plain; charset=utf-8', text: content }
}
