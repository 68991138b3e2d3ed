import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { goTool, startKubernetes } from '@reeve/test-servers'
import { type Access, serveReeve } from '../serve-reeve.ts'

/** What one command printed on each server, without what differs from run to run. */
export interface Said {
  readonly ours: string
  readonly real: string
}

/** The same kubectl on `reeve serve` and on a real cluster. `await using` ends both. */
export interface KubectlTwins extends AsyncDisposable {
  /** Runs a line of shell on both; the code is the last line where it is not 0. */
  run(line: string): Promise<Said>
  /** The same on ours alone, for what a cluster runs and a control plane does not. */
  runOurs(line: string): Promise<string>
  /** Puts a file where the commands run. */
  write(name: string, content: unknown): Promise<void>
}

/** Starts both servers, each with a home folder of its own, since kubectl keeps caches there. */
export async function startKubectlTwins(): Promise<KubectlTwins> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'reeve-kubectl-'))
  stack.defer(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'bin'))
  await symlink(await goTool('kubectl'), join(folder, 'bin', 'kubectl'))
  const ours = stack.use(await serveReeve())
  const real = stack.use(await startKubernetes())
  const shell = async (name: string, access: Access): Promise<(line: string) => Promise<string>> => {
    const home = join(folder, name)
    await mkdir(home)
    return (line) => runShell(line, { folder, home, access })
  }
  const onOurs = await shell('ours', ours)
  const onReal = await shell('real', real)
  const ending = stack.move()
  return {
    run: async (line) => {
      const [ours, real] = await Promise.all([onOurs(line), onReal(line)])
      return { ours, real }
    },
    runOurs: onOurs,
    write: (name, content) =>
      writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content)),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

interface Where {
  readonly folder: string
  readonly home: string
  readonly access: Access
}

function runShell(line: string, { folder, home, access }: Where): Promise<string> {
  const env = {
    ...process.env,
    PATH: join(folder, 'bin') + delimiter + process.env.PATH,
    HOME: home,
    KUBECONFIG: access.kubeconfig,
  }
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `exec 2>&1; ${line}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const text = comparable(output.replaceAll(access.url, '<server>'))
      resolve(code === 0 ? text : `${text}\nexit code ${code}`)
    })
  })
}

const SAME: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>'],
  [/"?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"?/g, '<time>'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
  [/(resourceVersion"?: ?)"\d+"/g, '$1<version>'],
  [/\b(?:\d+[smhd]){1,2}\b/g, '<age>'],
  [/(Resource Version: +)\d+/g, '$1<version>'],
  [/\/tmp\/\S+(?:\s+\d{4}-\d\d-\d\d [\d:.]+ [+]\d{4})?/g, '<file>'],
  [/kube-api-access-\w+/g, 'kube-api-access-<chance>'],
  [/[ \t]+/g, ' '],
  [/ $/gm, ''],
]

/** Ages have no fixed width, so columns are told by one space. */
function comparable(output: string): string {
  const same = SAME.reduce((text, [pattern, instead]) => text.replace(pattern, instead), output)
  // The real server finds several faults in the order of a Go map, which is chance.
  return same
    .replace(/(?:^\* .*\n?){2,}/gm, (causes) => `${causes.trimEnd().split('\n').sort().join('\n')}\n`)
    .trim()
}
