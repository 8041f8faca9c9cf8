import { defineConfig } from '@playwright/test'
import { habits, launchOptions } from './browser.ts'
import type { Engine } from './helpers.ts'

const projects = process.argv.filter((argument) => argument.startsWith('--project='))

export default defineConfig<{ engine: Engine }>({
  testDir: '.',
  outputDir: 'results',
  // The cluster of PostgreSQL, only where a project needs it.
  ...(projects.length === 0 || projects.some((name) => name.includes('postgres'))
    ? { globalSetup: './global-setup.ts' }
    : {}),
  projects: [
    // What ./test runs: one story for each promise of the product.
    { name: 'promises', use: { engine: 'sqlite' }, grep: /@promise/ },
    { name: 'sqlite', use: { engine: 'sqlite' } },
    // What is kept and found, whatever keeps it; how screens look has nothing to do with that. In ./test long; ./test full
    // tells one long story on PostgreSQL, since the API tests drive all routes on both engines.
    {
      name: 'postgres',
      use: { engine: 'postgres' },
      testMatch:
        /(story|day|products|people|budgets|imports|users|example-shop|returns|cash|training|counter[a-z-]*)\.spec\.ts/,
    },
    { name: 'postgres-short', use: { engine: 'postgres' }, testMatch: /(^|\/)story\.spec\.ts/ },
  ],
  fullyParallel: true,
  // More than processors: several stories wait, for SEFAZ or for a clock.
  workers: 3,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    ...habits,
    // What a failed story's page showed is kept anyway; `--trace=retain-on-failure` records all steps, at a cost.
    trace: 'off',
    launchOptions,
  },
})
