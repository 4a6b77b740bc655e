import type { TestProject } from 'vitest/node'
import { startTestServer } from './services/_shared/src/testing/postgres.ts'

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
