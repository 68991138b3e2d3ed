import { defineConfig } from 'vitest/config'

// Workspaces are taken from their sources, so that no test runs against a stale build.
const conditions = ['source', 'module', 'node', 'development|production']
const resolve = { resolve: { conditions }, ssr: { resolve: { conditions } } }
const rooms = 'platform,providers,apps,cli,console,bench,scripts'

export default defineConfig({
  ...resolve,
  test: {
    projects: [
      {
        ...resolve,
        test: { name: 'unit', include: [`{${rooms}}/**/*.test.ts`, 'tests/architecture/**/*.test.ts'] },
      },
      {
        ...resolve,
        test: {
          name: 'system',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/architecture/**'],
          pool: 'forks',
          // Each file may start servers of its own; more at once would only starve each other.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
