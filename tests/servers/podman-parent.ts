import { startPodman } from '@reeve/test-servers'

/** Starts a Podman with a container in it, says where they are, and waits to be killed: what does a dead parent leave? */
const podman = await startPodman()
const container = (await podman.run(['run', '-d', await podman.image(), 'sleep', '600'])).trim()
const { pid, directory } = podman
process.stdout.write(`${JSON.stringify({ pid, directory, container })}\n`)
// Whoever was to kill it may be gone itself.
process.stdin.resume().once('end', () => process.exit())
