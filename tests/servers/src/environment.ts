import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the harness reads from the outside world. */
export interface Environment {
  /** In CI a missing system is a failure, elsewhere it is a skip. */
  readonly ci: boolean
  /** Whether missing Debian packages may be installed. */
  readonly install: boolean
  /** Where built binaries are kept between runs. */
  readonly cacheDir: string
  /** Where a run of `npm test` collects what its suites used; undefined outside of one. */
  readonly runDir: string | undefined
  /** Handed on to the commands that are run. */
  readonly env: NodeJS.ProcessEnv
}

/** Reads `CI`, `REEVE_INSTALL`, `REEVE_CACHE` (or `XDG_CACHE_HOME`) and `REEVE_TEST_RUN`. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const ci = env.CI === 'true'
  const cache = env.REEVE_CACHE ?? env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  return {
    ci,
    install: ci || env.REEVE_INSTALL === '1',
    cacheDir: join(cache, 'reeve', 'servers'),
    runDir: env.REEVE_TEST_RUN,
    env,
  }
}
