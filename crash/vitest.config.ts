// Run by vitest of the API tests, whose helpers are used here: `npm --prefix api/tests run crash`.
const limits = { testTimeout: 1_800_000, hookTimeout: 120_000 }
const leg = (engine: string) => ({
  test: { name: engine, include: ['*.test.ts'], env: { BALCAO_TEST_ENGINE: engine }, ...limits },
})

export default {
  test: { globalSetup: './global-setup.ts', maxWorkers: 1, projects: [leg('sqlite'), leg('postgres')] },
}
