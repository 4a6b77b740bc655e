import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes long goes first: begun last, it would run on alone. The scenes fill the demonstration that others copy, so
 * beside them runs what doesn't wait for it.
 */
const FIRST = [
  'infra/browser/test/scenes.int.test.ts',
  'services/_shared/test/bus-kafka.int.test.ts',
  'infra/fire/test/proofs.int.test.ts',
  'infra/browser/test/speed.int.test.ts',
  'infra/browser/test/purchase.int.test.ts',
  'infra/browser/test/payloads.int.test.ts',
  'infra/e2e/test/collector.int.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = FIRST.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? FIRST.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
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
