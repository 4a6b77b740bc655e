import { defineConfig } from 'vitest/config'
import { common } from './vitest.config.ts'

/** `npm run test:slow`: what takes too long for everybody's `npm test`. `.ci/run` runs both. */
export default defineConfig({
  test: {
    ...common,
    // whole systems with a browser: a third beside them starves on two cores
    maxWorkers: 2,
    outputFile: { json: '.talad/test-slow.json' },
    include: ['**/*.slow.int.test.ts'],
  },
})
