import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepCompiled } from './infra/process/src/compiled.ts'

keepCompiled()

/**
 * What takes long goes first: begun last, it would run on alone. Of the browser's files, the first fills the demonstration
 * that the others copy, so beside it runs what doesn't wait for it.
 */
const FIRST = [
  'infra/e2e/test/visit.int.test.ts',
  'infra/e2e/test/scenes.main.int.test.ts',
  'infra/e2e/test/main-ways.embedded.main.int.test.ts',
  'services/_shared/test/bus-kafka.main.int.test.ts',
  'infra/e2e/test/main-ways.kafka.main.int.test.ts',
  'infra/e2e/test/scenes.slow.int.test.ts',
  'services/_shared/test/bus-kafka-trouble.slow.int.test.ts',
  'services/order-book/test/order-states.slow.int.test.ts',
  'services/bank-withdrawal/test/withdrawals.slow.int.test.ts',
  'infra/e2e/test/payloads.slow.int.test.ts',
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

const notOurs = ['**/node_modules/**', '**/dist/**', '**/.talad*/**']

/** What holds for every test. */
const each = {
  // as long as `until` waits; a test may take longer, so that the wait says what was missing
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // whole systems that a test starts forget what a power cut would take, as the server of `vitest.global.ts` does
  env: { TALAD_FSYNC: '0' },
}

/** What the quick and the slow tests have in common. */
export const common = {
  ...each,
  exclude: notOurs,
  // most files wait half of their time, for intervals, blocks and answers: two would leave a core of two idle
  maxWorkers: 3,
  sequence: { sequencer: LongestFirst },
  // The counts that .ci/run ends with are read from a report.
  reporters: process.env.CI ? ['default', 'json'] : ['default'],
  globalSetup: ['./vitest.global.ts'],
}

/** Deciders and the like, without a place or time of their own: many files share a process and what they import. */
const PURE = ['services/*/src/**/*.test.ts', 'proto/**/*.test.ts']

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>

/** The same of whole services with real parts of their own: what they import costs more than most of them. */
const SERVICES = ['services/[a-z]*/test/**/*.int.test.ts']

const INT = '**/*.int.test.ts'
/** Those of `vitest.main.config.ts` and `vitest.slow.config.ts`. */
const SLOW = '**/*.{main,slow}.int.test.ts'
const project = (name: string, test: ProjectConfig) => ({
  test: { ...each, exclude: notOurs, ...test, name },
})

/** `npm test`: everything but the main ways and the slow tests. */
export default defineConfig({
  test: {
    ...common,
    globalSetup: [],
    outputFile: { json: '.talad/test-quick.json' },
    projects: [
      project('pure', { include: PURE, isolate: false }),
      project('unit', { include: ['**/*.test.ts', '**/*.test.tsx'], exclude: [...notOurs, ...PURE, INT] }),
      project('services-int', {
        include: SERVICES,
        exclude: [...notOurs, SLOW],
        globalSetup: common.globalSetup,
        isolate: false,
      }),
      project('int', {
        include: [INT],
        exclude: [...notOurs, SLOW, ...SERVICES],
        globalSetup: common.globalSetup,
      }),
    ],
  },
})
