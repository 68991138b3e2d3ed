/** Not yet in TypeScript's own description of JSON. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Writes JSON; bigints become whole numbers. */
export function formatJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? rawJSON(String(each)) : each))
  }
}
