import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes long goes first: begun last, it would run on alone. Of the browser's files, the first fills the demonstration
 * that the others copy, so beside it runs what doesn't wait for it.
 */
const FIRST = [
  'infra/browser/test/scenes.int.test.ts',
  'services/_shared/test/bus-kafka.int.test.ts',
  'infra/browser/test/scenes.slow.int.test.ts',
  'services/_shared/test/bus-kafka-trouble.slow.int.test.ts',
  'infra/browser/test/payloads.slow.int.test.ts',
  'infra/browser/test/purchase.slow.int.test.ts',
  'infra/e2e/test/collector.slow.int.test.ts',
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

const notOurs = ['**/node_modules/**', '**/dist/**']

/** What the quick and the slow tests have in common. */
export const common = {
  exclude: notOurs,
  // as long as `until` waits; a test may take longer, so that the wait says what was missing
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 180_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  sequence: { sequencer: LongestFirst },
  // The counts that .ci/run ends with are read from a report.
  reporters: process.env.CI ? ['default', 'json'] : ['default'],
  globalSetup: ['./vitest.global.ts'],
}

/** `npm test`: everything but the slow tests, `*.slow.int.test.ts`. */
export default defineConfig({
  test: {
    ...common,
    outputFile: { json: '.talad/test-quick.json' },
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: [...notOurs, '**/*.slow.int.test.ts'],
  },
})
