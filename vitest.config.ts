import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** It takes half the time of a whole run: begun last, it would run on alone. */
const LONGEST = 'infra/browser/test/scenes.int.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = (file: TestSpecification) => file.moduleId.endsWith(LONGEST)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The counts that .ci/run ends with are read from this file.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: '.talad/test-results.json' }]]
      : ['default'],
    globalSetup: ['./vitest.global.ts'],
  },
})
