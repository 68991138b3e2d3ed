/** The text of a file. The file system is loaded when it is first needed: most who import this room never do. */
export async function readText(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(path, 'utf8')
}
