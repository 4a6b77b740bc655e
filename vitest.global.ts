import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { generate } from './infra/checks/src/generate.ts'
import { startPostgres } from './infra/dev/src/postgres.ts'
import { startPostgresContainer } from './infra/kafka/src/containers.ts'
import { hasDocker, sourceOf } from './infra/kafka/src/test-parts.ts'
import { freePort } from './infra/process/src/free-port.ts'

/**
 * Generated code of today's sources, one Postgres server for the whole run, on which each test file clones its own database from a template, and a folder for
 * the system with the demonstration data that the first who needs it fills; one that TEST_DEMONSTRATION names stays, for
 * the next run of the same sources.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { problems } = await generate(import.meta.dirname)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const server = await findServer(process.env.TEST_DATABASE_URL || undefined)
  project.provide('postgres', server.url)
  const kept = process.env.TEST_DEMONSTRATION || undefined
  const shelf = kept ?? (await openFolder('talad-demonstration-'))
  if (kept !== undefined) await chmod(kept, 0o755)
  project.provide('demonstration', shelf)
  return async () => {
    await server.stop()
    if (kept === undefined) await rm(shelf, { recursive: true, force: true })
  }
}

/** A server that was named, one in Docker where that answers, or the one that npm brought. */
async function findServer(address: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  if (address !== undefined) return { url: address, stop: async () => undefined }
  const source = sourceOf({ address, hasDocker, isInstalled: () => true })
  return source === 'docker' ? startPostgresContainer() : startTestServer()
}

async function openFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o755) // as root, the server runs as a user of its own, who must get in
  return folder
}

/** The embedded server that `npm start` uses, without durability: a test's data dies with it. */
async function startTestServer() {
  const folder = await openFolder('talad-test-')
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'test',
    settings: { fsync: 'off', synchronous_commit: 'off' },
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
    demonstration: string
  }
}
