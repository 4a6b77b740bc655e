import { defineConfig } from 'vitest/config'

/** What `npm run mutate` runs on each mutant: the unit tests of one decider, without a database. */
export default defineConfig({
  test: { include: (process.env.MUTATE_TESTS ?? '').split(' '), setupFiles: ['vitest.mutate.setup.ts'] },
})
