import { join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Knows no name, and says so at once: what is outside of the test's networks is unknown on every machine alike. */
export const NAME_SERVER = '192.0.2.1'

/**
 * First process of the namespaces. Its arguments: the server's directory, Node, the name server's file, the program.
 * Podman keeps state beside its storage too (/run, locks in /dev/shm), which two servers would take from each other.
 */
const INIT = `
set -e
read -r pid _ </proc/self/stat
echo "$pid" >"$1/init.pid"
mount -t proc proc /proc
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs "$1/storage"
mkdir -p /run/lock "$1/storage/tmp"
resolv=$(readlink -m /etc/resolv.conf)
[ -e "$resolv" ] || { mkdir -p "\${resolv%/*}"; touch "$resolv"; }
mount --bind "$1/resolv.conf" "$resolv"
ip link set lo up
ip address add ${NAME_SERVER}/32 dev lo
"$2" "$3" ${NAME_SERVER} &
shift 3
exec catatonit -- "$@"
`

/**
 * Ends the namespaces of the server in directory `$1`: when their first process is gone, the kernel has ended every
 * other and let go of their mounts. It takes its time with the link, and keeps cgroups; events.log knows whose.
 */
export const END_NAMESPACES = `
read -r init <"$1/init.pid" || exit 0
if grep -qsF -- "$1" "/proc/$init/cmdline"; then
  kill -KILL "$init"
  ip link delete "reeve$init"
  for _ in $(seq 200); do kill -0 "$init" 2>/dev/null || break; sleep 0.05; done
fi
grep -o '[0-9a-f]\\{64\\}' "$1/events.log" | sort -u | while read -r id; do
  for parent in /sys/fs/cgroup/libpod_parent /sys/fs/cgroup/*/libpod_parent; do
    for group in "$parent/libpod-$id" "$parent/$id"; do
      if [ -d "$group" ]; then find "$group" -depth -type d -exec rmdir {} +; fi
    done
  done
done
exit 0
`

/** The command that runs `program` in process, mount and network namespaces of its own, which end with it. */
export function inNamespaces(directory: string, program: readonly string[]): [string, ...string[]] {
  const own = ['--pid', '--fork', '--kill-child', '--mount', '--net']
  const names = [process.execPath, join(import.meta.dirname, 'unknown-names.ts')]
  return ['unshare', ...own, 'sh', '-c', INIT, 'init', directory, ...names, ...program]
}

/** Both ends of the cable between this process's network and that of the namespaces. */
export interface Link {
  /** Where this process finds what listens in the namespaces. */
  readonly address: string
  /** Where the namespaces find what listens in this process. */
  readonly hostAddress: string
}

/** Lays the cable; it goes with the namespaces. Nothing beyond this machine can be reached through it. */
export async function linkNamespaces(init: string): Promise<Link> {
  const device = `reeve${init}`
  await runCommand(['ip', 'link', 'add', device, 'type', 'veth', 'peer', 'name', 'outside', 'netns', init])
  const [{ ifindex }] = JSON.parse(await runCommand(['ip', '-json', 'link', 'show', device])) as [
    { ifindex: number },
  ]
  const [hostAddress, address] = addressesOf(ifindex)
  const inside = ['nsenter', `--net=${join('/proc', init, 'ns', 'net')}`] as const
  await runCommand(['ip', 'address', 'add', `${hostAddress}/30`, 'dev', device])
  await runCommand(['ip', 'link', 'set', device, 'up'])
  await runCommand([...inside, 'ip', 'address', 'add', `${address}/30`, 'dev', 'outside'])
  await runCommand([...inside, 'ip', 'link', 'set', 'outside', 'up'])
  return { address, hostAddress }
}

/** Interfaces are numbered, so no two links get the same part of 198.18.0.0/15, which is set aside for tests. */
function addressesOf(ifindex: number): [string, string] {
  const offset = (ifindex % 0x8000) * 4
  const at = (last: number): string =>
    `198.${18 + (offset >> 16)}.${(offset >> 8) & 0xff}.${(offset & 0xff) + last}`
  return [at(1), at(2)]
}
