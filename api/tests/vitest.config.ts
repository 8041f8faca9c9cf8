import { defineConfig } from 'vitest/config'
import { onPostgres } from './on-postgres.ts'

const all = '**/*.test.ts'
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }

/** Files share the modules, the compiled contract and the server of their worker (helpers/shared.ts). */
const leg = (name: string, engine: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude: [...exclude, '**/node_modules/**'],
    env: { BALCAO_TEST_ENGINE: engine },
    isolate: false,
    sequence: { groupOrder: 1 },
    ...limits,
  },
})

// `./test` runs sqlite, postgres and checks; `./test full` runs all, which is what happens when no project is chosen.
export default defineConfig({
  test: {
    globalSetup: './global-setup.ts',
    // More than processors: many wait, for a clock or for a server that is away.
    maxWorkers: 4,
    projects: [
      leg('sqlite', 'sqlite', [all]),
      leg('postgres', 'postgres', Object.keys(onPostgres)),
      leg('postgres-rest', 'postgres', [all], Object.keys(onPostgres)),
      // After everything else: what was never called? How do the engines run what was?
      { test: { name: 'checks', include: ['**/*.check.ts'], sequence: { groupOrder: 2 }, ...limits } },
    ],
  },
})
