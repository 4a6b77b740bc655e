import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@talad/dev/postgres'
import { freePort } from '@talad/process/free-port'

/** What a run stands on, all its own. */
export type Ground = { folder: string; postgres: Postgres; close(): Promise<void> }

/**
 * An empty folder and a fresh Postgres server.
 * @param durable as `npm start` has it; otherwise it forgets its last commits when the power goes, and is faster
 */
export async function makeGround(durable: boolean): Promise<Ground> {
  const top = await mkdtemp(join(tmpdir(), 'talad-faults-'))
  await chmod(top, 0o755) // as root, the server runs as a user of its own, who must get in
  const folder = join(top, 'own')
  await mkdir(folder)
  const postgres = await startPostgres({
    folder: join(top, 'postgres'),
    port: await freePort(),
    password: 'faults',
    settings: durable ? {} : { fsync: 'off', synchronous_commit: 'off' },
  })
  return {
    folder,
    postgres,
    async close() {
      await postgres.stop()
      await rm(top, { recursive: true, force: true })
    },
  }
}
