import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // The counts that .ci/run ends with are read from this file.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: '.talad/test-results.json' }]]
      : ['default'],
    globalSetup: ['./vitest.global.ts'],
  },
})
