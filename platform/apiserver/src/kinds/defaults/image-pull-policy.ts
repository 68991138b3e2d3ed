const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const REFERENCE = new RegExp(
  `^(?:[\\w.-]+(?::\\d+)?/)?${COMPONENT}(?:/${COMPONENT})*(?::(?<tag>\\w[\\w.-]*))?(?:@(?<digest>.+))?$`,
)

/** `Always` for images that are or default to `latest`, else `IfNotPresent`, also for what names no image. */
export function imagePullPolicy(image: unknown): 'Always' | 'IfNotPresent' {
  const { groups } = REFERENCE.exec(typeof image === 'string' ? image : '') ?? {}
  if (groups === undefined) return 'IfNotPresent'
  const { tag, digest } = groups
  const isLatest = tag === undefined ? digest === undefined : tag === 'latest'
  return isLatest ? 'Always' : 'IfNotPresent'
}
