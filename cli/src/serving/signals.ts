/** 128 and the signal's number, as shells count those who were ended by one. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

type Ending = keyof typeof EXIT_CODES

/** Resolves with the first signal that asks for an end; the second ends the process at once, with 128 and its number. */
export function interrupted(secondTime: (signal: string) => void): Promise<string> {
  return new Promise((resolve) => {
    let asked = false
    const on = (signal: Ending): void => {
      if (!asked) {
        asked = true
        return resolve(signal)
      }
      secondTime(signal)
      process.exit(EXIT_CODES[signal])
    }
    for (const signal of Object.keys(EXIT_CODES) as Ending[]) process.on(signal, () => on(signal))
  })
}
