import { defineConfig } from 'vitest/config'
import { common } from './vitest.config.ts'

/** The files of one name that take too long for everybody's `npm test`. */
export const filesNamed = (name: 'main' | 'slow') =>
  defineConfig({
    test: {
      ...common,
      // whole systems with a browser: a third beside them starves on two cores
      maxWorkers: 2,
      outputFile: { json: `.talad/test-${name}.json` },
      include: [`**/*.${name}.int.test.ts`],
    },
  })

/** `npm run test:slow`, a part of `npm run nightly`. */
export default filesNamed('slow')
