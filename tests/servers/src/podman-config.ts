import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAME_SERVER } from './podman-namespaces.ts'

/** Writes all that a Podman reads into `directory`, so that nothing of the user's counts; gives its environment. */
export async function writePodmanConfig(directory: string): Promise<NodeJS.ProcessEnv> {
  const at = (name: string): string => join(directory, name)
  await mkdir(at('storage'))
  await writeFile(at('containers.conf'), containersConf(directory))
  await writeFile(at('storage.conf'), storageConf(directory))
  await writeFile(at('registries.conf'), 'unqualified-search-registries = []\n')
  await writeFile(at('resolv.conf'), `nameserver ${NAME_SERVER}\n`)
  await writeFile(at('events.log'), '')
  return {
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    CONTAINERS_REGISTRIES_CONF: at('registries.conf'),
    HOME: directory,
  }
}

function containersConf(directory: string): string {
  return `[containers]
# Where the capability to raise limits is missing, runc starts nothing under Podman's own.
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
log_driver = "k8s-file"

[engine]
# crun does not start on hybrid cgroups.
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
events_logfile_path = "${join(directory, 'events.log')}"
events_logfile_max_size = "1g"

[network]
network_backend = "netavark"
network_config_dir = "${join(directory, 'storage', 'networks')}"
`
}

/** A tmpfs is mounted on `storage`: overlays work there also where /tmp is one itself, and nothing is fsynced. */
function storageConf(directory: string): string {
  return `[storage]
driver = "overlay"
graphroot = "${join(directory, 'storage', 'graph')}"
runroot = "${join(directory, 'storage', 'run')}"
`
}
