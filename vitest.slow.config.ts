import { defineConfig } from 'vitest/config'
import { common } from './vitest.config.ts'

/** `npm run test:slow`: what takes too long for everybody's `npm test`. `.ci/run` runs both. */
export default defineConfig({
  test: { ...common, outputFile: { json: '.talad/test-slow.json' }, include: ['**/*.slow.int.test.ts'] },
})
