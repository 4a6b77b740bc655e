import type { MintTerms } from '@talad/campaign/mint/events'
import { mints } from '@talad/campaign/mint/stream'
import { service } from '@talad/campaign/service'
import { inTx, openDb } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

test('CA-46 an operator sees what waits, takes it back, has it tried again and lets a lane go on, each with a line in the audit log', async () => {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  const db = openDb(own.url)
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  const id = 'a'.repeat(24)
  await db.query(`insert into vcollection (id, project_id, slug, name, description, tags, archived, created, updated, assets, attributes, texts, theme)
    values ('c', 'p', 'fair', 'Fair', '', '[]', false, now(), now(), '{}', '{}', '{}', '{}')`)
  await db.query(`insert into vitem (id, project_id, collection_id, number, slug, name, description, tags, archived, created, updated, mint_reserve, assets, attributes, texts, metadata)
    values ('i', 'p', 'c', 1, 'one', 'One', '', '[]', false, now(), now(), 0, '{}', '{}', '{}', '{}')`)
  await db.query(`insert into collection_contract (id, project_id, collection_id, blockchain, contract_class, name, symbol, factory, lane, disabled, tx_status, retry_count, created, updated)
    values ('k', 'p', 'c', 'kub', 'erc721', 'Fair', 'F', '0xf', '0xlane', false, 'pending', 0, now(), now())`)
  const terms: MintTerms = {
    projectId: 'p',
    collectionId: 'c',
    itemId: 'i',
    itemTokenId: 1,
    automintId: 'key',
    holdingId: null,
    contractId: 'k',
    contractClass: 'erc721',
    blockchain: 'kub',
    lane: '0xlane',
    tokenId: '4294967297',
  }
  await inTx(db, (tx) =>
    changeIn(
      tx,
      mints,
      id,
      { type: 'Request', by: 'x', now: new Date(), terms, receiver: '0xr' },
      new Date(),
    ),
  )
  const run = (...args: string[]) => runTalad(catalog, { CAMPAIGN_DATABASE_URL: own.url }, 'mints', ...args)
  const note = ['--note', 'asked by the project']
  expect((await run('list')).stdout).toMatch(new RegExp(`${id}\\s+pending`))
  expect((await run('show', id)).stdout).toContain('0xr')
  expect(await run('show', 'b'.repeat(24))).toMatchObject({ exit: 2 })
  expect(await run('retry', id, ...note)).toMatchObject({ exit: 2 })
  expect(await run('cancel', id, '--note', ' ')).toMatchObject({ exit: 2 })
  expect(await run('cancel', id, ...note, '--dry-run')).toMatchObject({ exit: 0 })
  expect(await run('cancel', id, ...note)).toMatchObject({ exit: 0 })
  expect((await run('list')).stdout).toContain('No mints wait')
  expect(await run('retry', id, ...note)).toMatchObject({ exit: 0 })
  const { rows: jobs } = await db.query(`select payload from kit.job where task = 'mint.retry'`)
  expect(jobs).toEqual([{ payload: { mintId: id, by: 'operator' } }])
  expect(await run('resume', '0xlane', ...note)).toMatchObject({ exit: 2 })
  await db.query(`insert into mint_lane (name, paused, why) values ('0xlane', true, 'miscounted')`)
  expect((await run('resume', '0xlane', ...note)).stdout).toContain('miscounted')
  const verified = await runTalad(catalog, { CAMPAIGN_DATABASE_URL: own.url }, 'verify', 'campaign')
  expect(verified.stdout).toContain('the counters of an item are its grants and its direct mints')
  const { rows } = await db.query(
    `select data->>'action' as action from kit.event where stream like 'audit-%' order by position`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['mint.cancel', 'mint.retry', 'lane.resume'])
})
