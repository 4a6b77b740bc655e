import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { ensureDatabases } from '@talad/dev/databases'
import { startPostgres } from '@talad/dev/postgres'
import { freePort } from '@talad/process/free-port'
import { serviceNames } from '@talad/services/manifests'
import { openDb } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'
import { migrate } from '@talad/shared/migrate'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { type Dump, dumpDatabase } from '../src/dump.ts'
import { expectWholeLedger } from '../src/ledger.ts'
import { mainJob } from '../src/main-job.ts'
import { startSystem } from '../src/system.ts'

type Service = (typeof serviceNames)[number]

/** The cluster of a resting system, by itself. */
async function withCluster<T>(
  folder: string,
  work: (databases: Record<Service, string>) => Promise<T>,
): Promise<T> {
  const { postgresPassword: password } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))
  const server = await startPostgres({ folder: join(folder, 'postgres'), port: await freePort(), password })
  try {
    return await work(await ensureDatabases(server.url, serviceNames))
  } finally {
    await server.stop()
  }
}

/** The steps of docs/restore.md, without the bus: a fresh one is empty. */
async function moveToFreshCluster(folder: string): Promise<void> {
  const dumps = new Map<Service, Dump>()
  await withCluster(folder, async (databases) => {
    for (const name of serviceNames) dumps.set(name, await dumpDatabase(databases[name]))
  })
  await rename(join(folder, 'postgres'), join(folder, 'postgres-lost'))
  await withCluster(folder, async (databases) => {
    for (const [name, dump] of dumps) {
      await migrate(databases[name], join(root, 'services', name, 'prisma/migrations'))
      await dump.restore(databases[name])
      await dump.remove()
      const db = openDb(databases[name], { owner: true, max: 1 })
      await db.query(`delete from kit.reader where name = 'relay'`)
      await db.end()
    }
  })
}

/** Which epoch a service's log is in, and what of its log or of others' messages it has left undone. */
async function standingOf(url: string) {
  const db = openDb(url, { owner: true, max: 1 })
  try {
    await until('all is sent', async () => (await readerLag(db, 'relay')) === 0n, 30_000)
    const { rows } = await db.query<{ epoch: number; parked: bigint }>(`
      select (select max(number) from kit.epoch) as epoch,
        (select count(*) from kit.dead_letter where resolved_at is null) as parked`)
    return rows[0]
  } finally {
    await db.end()
  }
}

test('an installation whose databases were restored in a fresh cluster sells on: nothing is skipped, nothing happens twice', {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'talad-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const first = await startSystem({ kind: 'embedded', folder })
  const before = await mainJob(first.run, '8').finally(() => first.stop())
  await moveToFreshCluster(folder)

  const second = await startSystem({ kind: 'embedded', folder })
  onTestFinished(() => second.stop())
  const after = await mainJob(second.run, '10')
  expect([before.shipping.status, after.shipping.status]).toEqual(['completed', 'completed'])
  await expectWholeLedger(second.run)
  for (const name of serviceNames.filter((service) => service !== 'gateway'))
    expect(await standingOf(second.run.databases[name] ?? '')).toEqual({ epoch: 1, parked: 0n })
})
