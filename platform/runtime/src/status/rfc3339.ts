/** A time as Kubernetes writes it: to the second, in UTC. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
