import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goTool, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const kubernetes = await useSystem('kubernetes')
const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const EXAMPLES = fileURLToPath(new URL('../../examples/device', import.meta.url))

describe.skipIf(!kubernetes.available)('kubectl with reeve serve', () => {
  let folder: string
  let kubectlPath: string
  let server: ChildProcess
  let said = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-serve-'))
    kubectlPath = await goTool('kubectl')
    server = spawn(process.execPath, [
      '--conditions=source',
      MAIN,
      'serve',
      '--data',
      folder,
      '--listen',
      '127.0.0.1:0',
    ])
    server.stdout?.on('data', (data) => {
      said += data
    })
    await new Promise<void>((resolve) =>
      server.stdout?.on('data', () => said.includes('kubectl get') && resolve()),
    )
  })
  afterAll(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
    await rm(folder, { recursive: true })
  })

  const kubectl = (...args: string[]): Promise<string> =>
    new Promise((resolve) => {
      const env = { ...process.env, KUBECONFIG: join(folder, 'kubeconfig'), HOME: folder }
      const child = spawn(kubectlPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          output += data
        })
      }
      child.once('close', () => resolve(output.trim()))
    })

  it('reaches it with the kubeconfig that only its owner may read', async () => {
    expect((await stat(join(folder, 'kubeconfig'))).mode & 0o777).toBe(0o600)
    const names = await kubectl('get', 'ns', '-o', 'name')
    expect(names.split('\n')).toEqual(
      ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name) => `namespace/${name}`),
    )
    expect(await kubectl('version')).toContain('Server Version: v1.34.2+reeve')
  })

  it('defines a kind, applies, explains and watches it', async () => {
    expect(await kubectl('apply', '-f', join(EXAMPLES, 'crd.yaml'))).toContain('devices.example.io created')
    expect(
      await kubectl('wait', '--for=condition=Established', 'crd/devices.example.io', '--timeout=10s'),
    ).toContain('condition met')
    expect(await kubectl('apply', '-f', join(EXAMPLES, 'lamp.yaml'))).toBe('device.example.io/lamp created')
    expect(await kubectl('apply', '-f', join(EXAMPLES, 'lamp.yaml'))).toBe('device.example.io/lamp unchanged')
    expect(await kubectl('explain', 'device.spec.desired')).toMatch(
      /ENUM:\s+running\s+stopped\s+DESCRIPTION:\s+What the device is to do/,
    )
    const watching = kubectl('get', 'devices', '-w', '--request-timeout=4s')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await kubectl(
      'patch',
      'device',
      'lamp',
      '--subresource=status',
      '--type=merge',
      '-p',
      '{"status":{"state":"on"}}',
    )
    const lines = (await watching).split('\n').map((line) => line.trim().split(/\s+/).join(' '))
    expect(lines).toContain('NAME DESIRED STATE')
    expect(lines).toContain('lamp running on')
  })

  it('patches, labels, annotates, applies on the server, and shows what would change', async () => {
    expect(
      await kubectl(
        'patch',
        'dev',
        'lamp',
        '--type=json',
        '-p',
        '[{"op":"replace","path":"/spec/size","value":5}]',
      ),
    ).toContain('patched')
    expect(await kubectl('label', 'dev', 'lamp', 'room=hall')).toContain('labeled')
    expect(await kubectl('annotate', 'dev', 'lamp', 'note=x')).toContain('annotated')
    expect(await kubectl('get', 'dev', '-l', 'room=hall', '-o', 'jsonpath={.items[0].spec.size}')).toBe('5')
    expect(await kubectl('apply', '--server-side', '-f', join(EXAMPLES, 'lamp.yaml'))).toContain(
      'serverside-applied',
    )
    await writeFile(
      join(folder, 'stopped.json'),
      JSON.stringify({
        apiVersion: 'example.io/v1',
        kind: 'Device',
        metadata: { name: 'lamp' },
        spec: { desired: 'stopped' },
      }),
    )
    expect(
      await kubectl('apply', '--server-side', '--field-manager=other', '-f', join(folder, 'stopped.json')),
    ).toContain('conflict with "kubectl": .spec.desired')
    expect(await kubectl('diff', '-f', join(folder, 'stopped.json'))).toMatch(
      /-\s+desired: running\n\+\s+desired: stopped/,
    )
  })

  it('is refused what the schema does not allow, in Kubernetes’ words', async () => {
    const bad = {
      apiVersion: 'example.io/v1',
      kind: 'Device',
      metadata: { name: 'bad' },
      spec: { desired: 'maybe', size: 0 },
    }
    await writeFile(join(folder, 'bad.json'), JSON.stringify(bad))
    const refused = await kubectl('create', '-f', join(folder, 'bad.json'))
    expect(refused).toContain(
      'spec.desired: Unsupported value: "maybe": supported values: "running", "stopped"',
    )
    expect(refused).toContain(
      'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    )
    const unknown = { ...bad, spec: { desired: 'running', bogus: 1 } }
    await writeFile(join(folder, 'unknown.json'), JSON.stringify(unknown))
    expect(await kubectl('create', '-f', join(folder, 'unknown.json'))).toContain(
      'strict decoding error: unknown field "spec.bogus"',
    )
  })

  it('makes built-in kinds, which it sends in protobuf, with the defaults of a real server', async () => {
    expect(await kubectl('create', 'namespace', 'shop')).toBe('namespace/shop created')
    expect(await kubectl('create', 'configmap', 'a', '--from-literal=x=y', '-n', 'shop')).toBe(
      'configmap/a created',
    )
    expect(await kubectl('create', 'secret', 'generic', 's', '--from-literal=k=v', '-n', 'shop')).toBe(
      'secret/s created',
    )
    expect(await kubectl('get', 'secret', 's', '-n', 'shop', '-o', 'jsonpath={.type} {.data.k}')).toBe(
      'Opaque dg==',
    )
    expect(await kubectl('create', 'deployment', 'web', '--image=nginx', '-n', 'shop')).toBe(
      'deployment.apps/web created',
    )
    const path =
      '{.spec.strategy.type} {.spec.template.spec.containers[0].imagePullPolicy} {.metadata.generation}'
    expect(await kubectl('get', 'deploy', 'web', '-n', 'shop', '-o', `jsonpath=${path}`)).toBe(
      'RollingUpdate Always 1',
    )
    expect(await kubectl('set', 'image', 'deploy/web', 'nginx=nginx:2', '-n', 'shop')).toContain(
      'image updated',
    )
    expect(await kubectl('get', 'deploy', 'web', '-n', 'shop', '-o', 'jsonpath={.metadata.generation}')).toBe(
      '2',
    )
    expect(await kubectl('delete', 'namespace', 'shop')).toContain('deleted')
    expect(await kubectl('get', 'namespace', 'shop')).toContain('not found')
  })

  it('deletes objects and the definition with all that is left of its kind', async () => {
    expect(await kubectl('delete', 'dev', 'lamp')).toContain('deleted')
    await kubectl('apply', '-f', join(EXAMPLES, 'lamp.yaml'))
    expect(await kubectl('delete', 'crd', 'devices.example.io')).toContain('deleted')
    expect(await kubectl('get', 'devices')).toContain('the server could not find the requested resource')
  })

  it('gets nothing without credentials but health and version', async () => {
    const kubeconfig = join(folder, 'kubeconfig')
    const url = /"server": "([^"]+)"/.exec(await readFile(kubeconfig, 'utf8'))?.[1] ?? ''
    const raw = (path: string, ...more: string[]): Promise<string> =>
      kubectl(
        '--kubeconfig=/dev/null',
        `--server=${url}`,
        '--insecure-skip-tls-verify',
        'get',
        '--raw',
        path,
        ...more,
      )
    expect(await raw('/api/v1/namespaces', '--token=wrong')).toContain('Unauthorized')
    expect(await raw('/readyz', '--username=nobody', '--password=none')).toBe('ok')
  })
})
