import { defineConfig } from 'vitest/config'

const stories = ['**/*.test.ts']
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    globalSetup: './global-setup.ts',
    // More than processors: many wait, for a clock or for a server that is away.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'sqlite',
          include: stories,
          env: { BALCAO_TEST_ENGINE: 'sqlite' },
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      {
        test: {
          name: 'postgres',
          include: stories,
          env: { BALCAO_TEST_ENGINE: 'postgres' },
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      // After everything else: what was never called? How do the engines run what was?
      { test: { name: 'coverage', include: ['**/*.check.ts'], sequence: { groupOrder: 2 }, ...limits } },
    ],
  },
})
