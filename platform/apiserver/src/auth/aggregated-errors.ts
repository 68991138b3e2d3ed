/** Several errors as one text, each once, as Kubernetes writes them. */
export function aggregated(errors: readonly string[]): string {
  const [first = '', ...others] = new Set(errors)
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`
}
