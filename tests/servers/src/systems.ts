import { release } from 'node:os'
import { messageOf } from '@reeve/ground'
import { makeCertificates } from './certificates.ts'
import { debianTool } from './debian-tools.ts'
import { ToolMissing } from './errors.ts'
import { etcdVersion, startEtcd } from './etcd-server.ts'
import { goTool } from './go-tools.ts'
import { startKubernetes } from './kubernetes-server.ts'
import { preparePodman, startPodman } from './podman-server.ts'
import { runCommand } from './run-command.ts'
import { mountTmpfs } from './tmpfs-mount.ts'

/** How a kind of system is looked for and brought up. */
interface Recipe {
  /** Makes the system usable, building or installing what is allowed, and gives its version; throws with the way out. */
  readonly prepare: () => Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: each system takes what it needs; `useSystem` keeps the exact types.
  readonly start: (...args: any[]) => Promise<unknown>
}

/** Every real system that a suite can ask for. */
export const SYSTEMS = {
  etcd: {
    prepare: async () => etcdVersion(await goTool('etcd')),
    start: startEtcd,
  },
  kubernetes: {
    prepare: prepareKubernetes,
    start: startKubernetes,
  },
  mount: {
    prepare: prepareMount,
    start: mountTmpfs,
  },
  openssl: {
    prepare: async () =>
      (await runCommand([await debianTool('openssl'), 'version'])).split(' ')[1] ?? 'unknown',
    start: makeCertificates,
  },
  podman: {
    prepare: preparePodman,
    start: startPodman,
  },
} as const satisfies Record<string, Recipe>

export type SystemName = keyof typeof SYSTEMS

async function prepareKubernetes(): Promise<string> {
  await goTool('etcd')
  await goTool('kube-controller-manager')
  await goTool('kubectl')
  const text = await runCommand([await goTool('kube-apiserver'), '--version'])
  return /v(\S+)/.exec(text)?.[1] ?? 'unknown'
}

async function prepareMount(): Promise<string> {
  try {
    await using _ = await mountTmpfs()
  } catch (cause) {
    throw new ToolMissing(`cannot mount a tmpfs: ${messageOf(cause)}; run as root on Linux`, { cause })
  }
  return `Linux ${release()}`
}
