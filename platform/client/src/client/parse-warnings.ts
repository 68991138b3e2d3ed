const WARNING = /\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g

/** The words of Warning headers, however many stand in one. */
export function parseWarnings(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  return [header]
    .flat()
    .flatMap((value) =>
      Array.from(value.matchAll(WARNING), ([, words = '']) => words.replace(/\\(.)/g, '$1')),
    )
    .map((words) => Buffer.from(words, 'latin1').toString('utf8'))
}
