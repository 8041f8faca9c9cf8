import { defineConfig } from '@playwright/test'
import { habits, launchOptions } from './browser.ts'
import type { Engine } from './helpers.ts'

export default defineConfig<{ engine: Engine }>({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './global-setup.ts',
  projects: [
    { name: 'sqlite', use: { engine: 'sqlite' } },
    // What is kept and found, whatever keeps it; how screens look has nothing to do with that. In ./test long; ./test itself
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
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    ...habits,
    // Without pictures: they took a quarter of the stories' time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions,
  },
})
