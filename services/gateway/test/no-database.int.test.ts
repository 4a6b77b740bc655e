import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bench, openBench } from './harness.ts'
import { askAt, siteDesk, termsOf } from './site-harness.ts'

/** Puts the service's database away, or back. */
async function away(isAway: boolean): Promise<void> {
  const admin = openDb(inject('postgres'), { owner: true })
  const name = new URL(bench.databaseUrl).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections ${String(!isAway)}`)
  if (isAway)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await admin.end()
}

let bench: Bench
let folder: string
beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-sites-'))
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

test('GW-4 a gateway that starts while its database is away shows what was shown last, and all of it once that is back', async () => {
  const SITES_FILE = join(folder, 'sites.json')
  const settings = { SITES_FILE, SITE_DOMAINS: 'talad.example', NODE_ENV: 'production' }
  const strict = { ...settings, JOIN_UPGRADE_URL: 'https://join.example/level' }
  const before = await bench.start(strict)
  const desk = await siteDesk(bench, before.url)
  await desk.open(termsOf('temple'))
  const slugAt = async (url: string, host: string) => {
    const { status, text } = await askAt(url, '/api/public/v1/continent', { host })
    return status === 200 ? JSON.parse(text).slug : status
  }
  await until('it is written down', async () =>
    (await readFile(SITES_FILE, 'utf8').catch(() => '')).includes('temple'),
  )
  await before.close()

  await away(true)
  const alone = await bench.start(strict)
  expect(await slugAt(alone.url, 'temple.talad.example')).toBe('temple')
  expect(await slugAt(alone.url, 'talad.example')).toBe('main')
  expect(await slugAt(alone.url, 'nobody.example')).toBe(421)
  const ready = await askAt(alone.url, '/readyz')
  expect([ready.status, JSON.parse(ready.text)]).toMatchObject([503, { database: 'away' }])
  await away(false)
  await until('it is ready', async () => (await askAt(alone.url, '/readyz')).status === 200)
  const { site_id } = await (await siteDesk(bench, alone.url)).open(termsOf('club'))
  expect(site_id).toMatch(/^[0-9a-f]{24}$/)
  await until('it is shown', async () => (await slugAt(alone.url, 'club.talad.example')) === 'club')
  await alone.close()

  await writeFile(SITES_FILE, '[{"siteId":')
  await away(true)
  const bare = await bench.start(strict)
  expect(await slugAt(bare.url, 'temple.talad.example')).toBe(421)
  expect(await slugAt(bare.url, 'talad.example')).toBe('main')
  await away(false)
  await bare.close()
})
