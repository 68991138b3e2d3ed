import { spawn } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'coverage'])

export interface Ran {
  readonly code: number | null
  /** Both outputs, without colours. */
  readonly output: string
}

/** This repository once more, in a temporary folder: to be broken, built and thrown away. */
export class RepositoryCopy {
  readonly path: string

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'reeve-copy-')))
    cpSync(ROOT, this.path, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
    linkModules(this.path)
  }

  /** Writes files, runs `work`, and puts everything back as it was. */
  async planted<T>(files: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
    const before = Object.keys(files).map((path) => [path, this.read(path)] as const)
    try {
      for (const [path, text] of Object.entries(files)) this.write(path, text)
      return await work()
    } finally {
      for (const [path, text] of before) {
        if (text === undefined) this.remove(path)
        else this.write(path, text)
      }
    }
  }

  read(path: string): string | undefined {
    try {
      return readFileSync(join(this.path, path), 'utf8')
    } catch {
      return undefined
    }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true })
    writeFileSync(join(this.path, path), text)
  }

  remove(path = ''): void {
    rmSync(join(this.path, path), { recursive: true, force: true })
  }

  /** The files that match a pattern, by their path in the copy. */
  find(pattern: string): readonly string[] {
    return globSync(pattern, { cwd: this.path, exclude: ['**/node_modules/**'] })
  }

  /** Runs a program of node_modules or of this machine in the copy. */
  run(command: string, ...args: readonly string[]): Promise<Ran> {
    return runIn(this.path, command, ...args)
  }
}

/** Runs a program in a folder with the tools of this repository, as from a plain terminal. */
export function runIn(cwd: string, command: string, ...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }))
  })
}

/** Without what this very test run has set: Vitest's own variables, conditions for Node, the folder for results. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|VITE_|TEST$|NODE_|npm_|REEVE_|INIT_CWD$|FORCE_COLOR$|GITHUB_)/.test(name),
  )
  const path = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(kept), PATH: path, NO_COLOR: '1' }
}

/** Dependencies are those of the original; our own rooms are those of the copy. */
function linkModules(copy: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@reeve'), { recursive: true })
  for (const name of readdirSync(from)) {
    const ours = name === '@reeve' || (name.startsWith('.') && name !== '.bin')
    if (!ours) symlinkSync(join(from, name), join(to, name))
  }
  for (const room of readdirSync(join(from, '@reeve'))) {
    const link = join(from, '@reeve', room)
    const within = relative(ROOT, resolve(dirname(link), readlinkSync(link)))
    symlinkSync(join(copy, within), join(to, '@reeve', room))
  }
}
