import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import { SiteChangedSchema } from '@talad/proto/gateway/v1/site'
import { withContext } from '@talad/shared/context'
import { type Db, inTx, openDb } from '@talad/shared/db'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { siteOrigins, sitesIn, takesOffers } from '../src/sites.ts'

const SERVICES = ['asset-indexer', 'identity', 'order-book', 'shipping-payment', 'moderation']
async function textOf(service: string) {
  const folder = join(import.meta.dirname, `../../${service}/prisma/migrations`)
  const name = (await readdir(folder)).find((one) => one.endsWith('_site'))
  return readFile(join(folder, name ?? '', 'migration.sql'), 'utf8')
}

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createEmptyDatabase(inject('postgres'))
  db = openDb(database.url, { owner: true })
  drop = async () => void (await Promise.all([db.end(), database.drop()]))
  await db.query(await textOf('identity'))
})
afterAll(() => drop())
beforeEach(() => db.query('truncate site_replica'))

const temple = { siteId: 'a'.repeat(24), domains: ['temple.example'], adminDomains: ['desk.example'] }
const hear = (revision: number, more: object = {}) =>
  inTx(db, (tx) =>
    sitesIn('test').save(tx, [create(SiteChangedSchema, { ...temple, offers: true, revision, ...more })]),
  )
const MAIN = ['http://main.example:8080'] as const

test('ID-15, SP-31 a site is ours for as long as it is served, at the protocol and port of the main one', async () => {
  expect(await siteOrigins(db, MAIN, 'all')).toEqual(MAIN)
  await hear(1)
  expect(await siteOrigins(db, MAIN, 'users')).toEqual([...MAIN, 'http://temple.example:8080'])
  expect((await siteOrigins(db, MAIN, 'all')).toSorted()).toEqual([
    'http://desk.example:8080',
    ...MAIN,
    'http://temple.example:8080',
  ])
  await hear(2, { domains: [], adminDomains: [] })
  await hear(1)
  expect(await siteOrigins(db, MAIN, 'all')).toEqual(MAIN)
})

test('OB-41 offers are switched off on one site, and stay on others', async () => {
  await hear(1, { offers: false })
  const at = (site?: string) =>
    withContext({ correlationId: 'c', ...(site !== undefined && { site }) }, () => takesOffers(db))
  expect([await at(temple.siteId), await at('b'.repeat(24)), await at()]).toEqual([false, true, true])
})

test('every service keeps the sites in the same table', async () => {
  const texts = await Promise.all(SERVICES.map(textOf))
  expect(new Set(texts).size).toBe(1)
})
