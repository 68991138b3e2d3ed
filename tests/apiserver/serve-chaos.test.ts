import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goTool, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const kubernetes = await useSystem('kubernetes')
const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const ARGS = ['--conditions=source', MAIN]
const MAPS = '/api/v1/namespaces/default/configmaps'

describe('reeve serve --chaos --audit', () => {
  let folder: string
  let child: ChildProcess
  let url: string
  let token: string
  let faults = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-chaos-'))
    const options = ['--data', folder, '--listen', '127.0.0.1:0', '--audit', join(folder, 'audit')]
    child = spawn(process.execPath, [
      ...ARGS,
      'serve',
      ...options,
      '--chaos',
      '7',
      '--chaos-rate',
      'cut=1',
      '--chaos-rate',
      'cutMs=800',
    ])
    let said = ''
    child.stderr?.on('data', (data) => {
      faults += data
    })
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (data) => {
        said += data
        if (said.includes('kubectl get')) resolve()
      })
    })
    const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
    url = config.clusters[0].cluster.server
    token = config.users[0].user.token
  })
  afterAll(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await gone).toBe(0)
    await rm(folder, { recursive: true })
  })

  const run = (command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, KUBECONFIG: join(folder, 'kubeconfig'), HOME: folder }
      const started = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (data) => {
          output += data
        })
      }
      started.once('close', (code) => resolve({ code, output: output.trim() }))
    })

  it.skipIf(!kubernetes.available)('lets kubectl get where it wants, if it is asked again', async () => {
    const kubectl = await goTool('kubectl')
    const until = async (...args: string[]): Promise<string> => {
      for (let tries = 1; ; tries += 1) {
        const { code, output } = await run(kubectl, args)
        if (code === 0) return output
        if (tries === 6) throw new Error(`${args.join(' ')}: ${output}`)
      }
    }
    const manifest = join(folder, 'maps.yaml')
    const items = Array.from({ length: 12 }, (_, at) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `m${at}` },
      data: { at: String(at) },
    }))
    await writeFile(manifest, items.map((item) => JSON.stringify(item)).join('\n---\n'))
    await until('apply', '-f', manifest)
    await until('label', 'configmaps', '--all', 'seen=yes', '--overwrite')
    await until('wait', 'configmap/m3', '--for=jsonpath={.metadata.labels.seen}=yes', '--timeout=20s')
    await until('delete', 'configmap', 'm0', '--ignore-not-found')
    const names = await until('get', 'configmaps', '-l', 'seen=yes', '-o', 'name')
    for (let at = 1; at < 12; at += 1) expect(names).toContain(`configmap/m${at}`)
    expect(names).not.toContain('configmap/m0')
    expect(faults).toContain('"words":"injected fault"')
  })

  it('says on an answer which fault was put in, and records what clients were told', async () => {
    const seen = new Map<string, number>()
    for (let at = 0; at < 150; at += 1) {
      const { status, fault } = await get(`${MAPS}/x${at}`)
      if (fault !== undefined) seen.set(fault.replace('slow, ', ''), status)
    }
    expect([seen.get('too-many'), seen.get('unavailable'), seen.get('slow')]).toEqual([429, 503, 404])
    const { output } = await run(process.execPath, [
      ...ARGS,
      'audit',
      '--data',
      folder,
      '-o',
      'json',
      '--verb',
      'get',
    ])
    const codes = output.split('\n').map((line) => JSON.parse(line).responseStatus.code)
    for (const code of [404, 429, 503]) expect(codes).toContain(code)
    expect(codes.length).toBeGreaterThanOrEqual(150)
  })

  it('breaks watches off so that a client can tell it from an end', async () => {
    const ends = new Map<string, boolean>()
    for (let at = 0; at < 24; at += 1) {
      const { whole, fault } = await get(`${MAPS}?watch=true&timeoutSeconds=5&labelSelector=at!%3D${at}`)
      const how = /watch-(\w+)/.exec(fault ?? '')?.[1]
      if (how !== undefined) ends.set(how, whole)
    }
    expect(Object.fromEntries(ends)).toEqual({ ended: true, expired: true, broken: false })
  })

  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })
  const get = (path: string): Promise<{ status: number; fault: string | undefined; whole: boolean }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const sent = request(url + path, { headers, agent }, (response) => {
        response.resume()
        response.once('error', () => {})
        const fault = response.headers['x-reeve-chaos'] as string | undefined
        const status = response.statusCode ?? 0
        response.once('close', () => resolve({ status, fault, whole: response.complete }))
      })
      sent.once('error', reject).end()
    })
})
