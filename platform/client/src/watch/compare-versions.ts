const NUMBER = /^\d+$/

/**
 * Which of two resource versions of one resource is newer: negative, zero or positive; undefined where they are no
 * numbers and so cannot be compared. Since Kubernetes 1.35 that they can is promised, and it was so before.
 */
export function compareVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined || !NUMBER.test(a) || !NUMBER.test(b)) return undefined
  if (a.length !== b.length) return a.length - b.length
  return a === b ? 0 : a < b ? -1 : 1
}

/** Whether `a` is surely older than `b`. */
export function isOlder(a: string | undefined, b: string | undefined): boolean {
  const order = compareVersions(a, b)
  return order !== undefined && order < 0
}
