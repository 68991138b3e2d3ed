import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'

describe('the end of reeve serve', () => {
  let folder: string
  let child: ChildProcess
  let url: string
  let headers: Record<string, string>
  let exited: Promise<{ code: number | null; signal: string | null }>
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-end-'))
    const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
    let said = ''
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (data) => {
        said += data
        if (said.includes('kubectl get')) resolve()
      })
    })
    const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
    url = config.clusters[0].cluster.server
    headers = {
      authorization: `Bearer ${config.users[0].user.token}`,
      'content-type': 'application/json',
    }
  })
  afterEach(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true })
  })

  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })

  it('is a clean end to a watch over HTTP/1.1', async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}${MAPS}?watch=true`, { headers, agent }, resolve).once('error', reject).end()
    })
    response.resume()
    const ended = new Promise<boolean>((resolve, reject) => {
      response.once('end', () => resolve(response.complete))
      response.once('error', reject)
    })
    child.kill('SIGTERM')
    expect(await ended).toBe(true)
    expect(await exited).toEqual({ code: 0, signal: null })
  })

  it('is a clean end to a watch over HTTP/2', async () => {
    const session = connect(url, { rejectUnauthorized: false })
    const stream = session.request({ ':path': `${MAPS}?watch=true`, ...headers })
    await new Promise((resolve) => stream.once('response', resolve))
    stream.resume()
    const ended = new Promise<number>((resolve, reject) => {
      stream.once('end', () => resolve(stream.rstCode))
      stream.once('error', reject)
    })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    session.close()
    expect(await exited).toEqual({ code: 0, signal: null })
  })

  it('waits for a request that is on its way, and answers it', async () => {
    const body = JSON.stringify({ metadata: { name: 'late' } })
    const answered = new Promise<number>((resolve, reject) => {
      const sent = request(`${url}${MAPS}`, { method: 'POST', headers, agent }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.once('error', reject)
      sent.write(body.slice(0, 5))
      setTimeout(() => child.kill('SIGTERM'), 200)
      setTimeout(() => sent.end(body.slice(5)), 700)
    })
    expect(await answered).toBe(201)
    expect(await exited).toEqual({ code: 0, signal: null })
  })

  it('is at once when it is asked for again', async () => {
    const sent = request(`${url}${MAPS}`, { method: 'POST', headers, agent })
    sent.once('error', () => {})
    sent.write('{')
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGTERM')
    const before = performance.now()
    expect(await exited).toEqual({ code: 143, signal: null })
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
