import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProber } from './kinds/start-prober.ts'

/**
 * Makes the table of the roles and bindings that a stock kube-apiserver starts with: one object per line, without what
 * all have (label, annotation, API version) and without the rules that ClusterRoles gather from others. What the
 * controllers of kube-controller-manager may do (`system:controller:*`) is left out: none of them runs here.
 *
 *   npx node --conditions=source scripts/make-rbac-policy.ts
 */
const file = join(import.meta.dirname, '../platform/apiserver/src/auth/bootstrap/policy.jsonl')
const KINDS = {
  clusterroles: 'ClusterRole',
  clusterrolebindings: 'ClusterRoleBinding',
  roles: 'Role',
  rolebindings: 'RoleBinding',
}
const COMMON = 'kubernetes.io/bootstrapping'

interface Stored {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels: Record<string, string>
  }
  readonly rules?: readonly unknown[]
  readonly aggregationRule?: object
  readonly subjects?: readonly unknown[]
  readonly roleRef?: object
}

await using prober = await startProber()
const lines: string[] = []
for (const [plural, kind] of Object.entries(KINDS)) {
  const path = `/apis/rbac.authorization.k8s.io/v1/${plural}`
  const { items } = await prober.server.read<{ items: readonly Stored[] }>(path)
  const kept = items.filter(({ metadata }) => !metadata.name.startsWith('system:controller:'))
  lines.push(...kept.map((item) => JSON.stringify(compact(kind, item))))
}
writeFileSync(file, `${lines.join('\n')}\n`)
process.stdout.write(`make-rbac-policy: ${lines.length} objects\n`)

function compact(kind: string, { metadata, rules, aggregationRule, subjects, roleRef }: Stored): object {
  const { [COMMON]: _, ...labels } = metadata.labels
  const named = { name: metadata.name, namespace: metadata.namespace }
  return {
    kind,
    metadata: { ...named, ...(Object.keys(labels).length > 0 && { labels }) },
    ...(aggregationRule === undefined ? { rules } : { aggregationRule }),
    subjects,
    roleRef,
  }
}
