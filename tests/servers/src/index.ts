/**
 * Test servers: real systems for tests and benchmarks, gone when the process that started them is.
 *
 *   use-system         what a suite calls: is the system there, which version, start one
 *   etcd-server        a real etcd on free ports: stop, kill, restart on the same data
 *   kubernetes-server  etcd, kube-apiserver and kube-controller-manager
 *   podman-server      a real Podman in namespaces of its own, and an image that needs no registry
 *   guarded-process    a child that does not outlive its parent, even one that is killed
 *   tmpfs-mount        a small disk that can be full
 *   certificates       an authority, a server and a client for TLS
 *   go-tools           builds the servers once, from the go.mod beside this
 *   debian-tools       what comes as Debian packages
 */
export { type Certificates, makeCertificates } from './certificates.ts'
export { type EtcdOptions, EtcdServer, startEtcd } from './etcd-server.ts'
export { type GoToolName, goTool } from './go-tools.ts'
export { type Exit, GuardedProcess } from './guarded-process.ts'
export { type KubernetesOptions, KubernetesServer, startKubernetes } from './kubernetes-server.ts'
export { type PodmanOptions, PodmanServer, startPodman } from './podman-server.ts'
export { type Availability, RunRecord, type Use } from './run-record.ts'
export { SYSTEMS, type SystemName } from './systems.ts'
export { mountTmpfs, type TmpfsMount, type TmpfsOptions } from './tmpfs-mount.ts'
export { prepareSystem, type System, useSystem } from './use-system.ts'
