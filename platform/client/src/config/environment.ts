/** The variables of a process, as they are handed in; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>
