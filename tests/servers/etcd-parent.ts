import { startEtcd } from '@reeve/test-servers'

/** Starts an etcd, says where it is, and waits to be killed: the parent in the test of what a dead parent leaves behind. */
const etcd = await startEtcd({ unsafeNoFsync: true })
process.stdout.write(`${JSON.stringify({ pid: etcd.pid, dataDir: etcd.dataDir })}\n`)
// Whoever was to kill it may be gone itself.
process.stdin.resume().once('end', () => process.exit())
