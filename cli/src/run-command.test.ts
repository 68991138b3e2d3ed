import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock, realRandom } from '@reeve/ground'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DataFolder } from './data-folder.ts'
import { program } from './program.ts'
import { runCommand } from './run-command.ts'

describe('reeve', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'reeve-cli-'))
  })
  afterAll(() => rm(root, { recursive: true }))
  afterEach(() => void vi.restoreAllMocks())

  const run = async (...args: string[]) => {
    let [out, err] = ['', '']
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text
      return true
    })
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += text
      return true
    })
    return { code: await runCommand(args), out, err, all: () => out + err }
  }

  it('says its version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await run('--version')).toMatchObject({ code: 0, out: `reeve ${version}\n` })
  })

  it('ends with 2 where the command line is not understood, with 1 where it is refused', async () => {
    expect((await run('nonsense')).code).toBe(2)
    expect((await run('serve', '--nonsense')).code).toBe(2)
    expect((await run('serve', '--data', join(root, 'x'), '--listen', 'nowhere')).code).toBe(2)
    expect((await run('completion', 'cmd.exe')).code).toBe(2)
    expect((await run('backup', '--data', join(root, 'no'), join(root, 'b'))).code).toBe(1)
  })

  it('tells mistakes in words with the way out, never with a stack', async () => {
    const { err } = await run('kubeconfig', '--data', join(root, 'no'))
    expect(err).toMatch(/^error: cannot find a kubeconfig in .*\nhint: reeve serve --data .*\n$/)
    await writeFile(join(root, 'file'), '')
    for (const args of [
      ['restore', '--data', join(root, 'd'), join(root, 'nothing')],
      ['restore', '--data', join(root, 'd'), root],
      ['restore', '--data', join(root, 'd'), join(root, 'file')],
      ['backup', '--data', join(root, 'file'), join(root, 'b')],
      ['serve', '--data', join(root, 'file', 'below')],
    ]) {
      const told = await run(...args)
      expect(told.code, args.join(' ')).toBe(1)
      expect(told.err, args.join(' ')).toMatch(/^error: cannot /)
      expect(told.err).not.toMatch(/\n {4}at |this is a fault in Reeve/)
    }
  })

  it('has an example and a description for every command', () => {
    for (const command of program().commands) {
      let help = ''
      const writeOut = (text: string): void => {
        help += text
      }
      command.configureOutput({ writeOut }).outputHelp()
      expect(help, command.name()).toMatch(/Examples?:\n {2}\S/)
      expect(command.description()).toMatch(/\.$/)
    }
  })

  it.each(['bash', 'zsh', 'fish'])('completes every command and option in %s', async (shell) => {
    const { out } = await run('completion', shell)
    for (const command of program().commands) {
      expect(out).toContain(command.name())
      for (const { long } of command.options) expect(out).toContain(shell === 'fish' ? long?.slice(2) : long)
    }
  })

  it('makes a kubeconfig for another user, signed by the authority of the folder', async () => {
    const folder = new DataFolder(join(root, 'served'))
    await folder.make()
    const identity = await folder.identity(['127.0.0.1'], { clock: realClock, random: realRandom })
    await folder.writeKubeconfig('https://127.0.0.1:6443', identity)
    const file = join(root, 'alice')
    const asked = ['kubeconfig', '--data', folder.path, '--user', 'alice', '--group', 'dev', '--group', 'ops']
    expect(await run(...asked, '-o', file)).toMatchObject({ code: 0, out: `${file}\n` })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { users, clusters } = JSON.parse(await readFile(file, 'utf8'))
    expect(clusters[0].cluster.server).toBe('https://127.0.0.1:6443')
    const pem = Buffer.from(users[0].user['client-certificate-data'], 'base64')
    const certificate = new X509Certificate(pem)
    expect(certificate.subject).toBe('O=dev\nO=ops\nCN=alice')
    expect(certificate.verify(new X509Certificate(identity.authority.cert).publicKey)).toBe(true)
    expect((await run('kubeconfig', '--data', folder.path, '--group', 'dev')).code).toBe(2)
  })
})
