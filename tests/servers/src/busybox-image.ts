import { copyFile, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ToolMissing } from './errors.ts'
import { runCommand } from './run-command.ts'

const DIRECTORIES = ['bin', 'etc', 'tmp', 'proc', 'sys', 'dev', 'run', 'var'] as const

/** Writes a root file system made of the installed busybox, its libraries and all its applets as a tar to `file`. */
export async function writeBusyboxTar(busybox: string, file: string): Promise<void> {
  await using root = await mkdtempDisposable(join(tmpdir(), 'reeve-busybox-'))
  const at = (path: string): string => join(root.path, path)
  for (const directory of DIRECTORIES) await mkdir(at(directory))
  await copyFile(busybox, at('bin/busybox'))
  for (const library of await librariesOf(busybox)) {
    await mkdir(dirname(at(library)), { recursive: true })
    await copyFile(library, at(library))
  }
  const applets = (await runCommand([busybox, '--list'])).trim().split('\n')
  for (const applet of applets) if (applet !== 'busybox') await symlink('busybox', at(`bin/${applet}`))
  await writeFile(at('etc/passwd'), 'root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n')
  await writeFile(at('etc/group'), 'root:x:0:\nnogroup:x:65534:\n')
  await runCommand([
    'tar',
    '--create',
    '--owner=0',
    '--group=0',
    `--directory=${root.path}`,
    `--file=${file}`,
    '.',
  ])
}

/** Refuses a static busybox: that one crashes when it looks up names. */
async function librariesOf(program: string): Promise<string[]> {
  const text = await runCommand(['ldd', program]).catch((cause: unknown) => {
    const recipe = 'apt-get install -y --no-install-recommends busybox'
    throw new ToolMissing(`cannot put ${program} into an image: it is static; get another with: ${recipe}`, {
      cause,
    })
  })
  return [...text.matchAll(/(?:^|\s)(\/\S+) \(0x/gm)].map(([, path]) => path ?? '')
}
