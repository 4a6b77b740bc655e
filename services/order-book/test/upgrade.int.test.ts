import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import { migrate } from '@talad/shared/migrate'
import { published } from '@talad/shared/published'
import { rebuildReadModel } from '@talad/shared/read-model'
import { load } from '@talad/shared/stream'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { orders, streamId } from '../src/order/stream.ts'
import { orderView } from '../src/read-models/order-view.ts'
import { service } from '../src/service.ts'
import { now, terms } from './samples.ts'

const STREAM_MIGRATION = '20261123000000_order_rows'

/** A database as it was before orders had their public state beside their events. */
async function beforeUpgrade() {
  const database = await createEmptyDatabase(inject('postgres'))
  const dir = await mkdtemp(join(tmpdir(), 'talad-upgrade-'))
  for (const name of await readdir(service.migrations))
    if (name < STREAM_MIGRATION)
      await cp(join(service.migrations, name), join(dir, name), { recursive: true })
  await migrate(database.url, dir)
  const db = openDb(database.url, { owner: true })
  onTestFinished(async () => {
    await db.end()
    await database.drop()
    await rm(dir, { recursive: true })
  })
  return { db, url: database.url }
}

const fact = (kind: string, key: string) => ({
  key,
  kind,
  units: '4',
  txHash: '0xaa',
  logIndex: 1,
  block: '120',
})
const after = (status: string, reasons: string[] = [], filled = '0') => ({ status, filled, reasons, txs: [] })

/** The events of three orders, as they were stored then. */
function storedThen(hashOf: (n: number) => string) {
  const about = (n: number) => ({ ...terms(), hash: hashOf(n), orderId: hashOf(n).slice(2, 26) })
  const event = (n: number, version: number, type: string, data: object) => ({
    stream: `order-${streamId(hashOf(n))}`,
    version,
    type,
    data: { terms: about(n), ...data },
  })
  return [
    event(1, 1, 'OrderPut', { after: after('offchain'), change: 'put' }),
    event(1, 2, 'ActivityChanged', {
      reasons: ['approval'],
      after: after('offchain', ['approval']),
      change: 'inactivated',
    }),
    event(2, 1, 'OrderPut', { after: after('offchain'), change: 'put' }),
    event(2, 2, 'FactSeen', { fact: fact('counter', 'c1'), after: after('cancelled'), change: 'cancelled' }),
    event(3, 1, 'OrderPut', { after: after('offchain'), change: 'put' }),
    event(3, 2, 'FactSeen', { fact: fact('departed', 'd1'), after: after('cancelled'), change: 'cancelled' }),
    event(3, 3, 'FactReverted', { key: 'd1', after: after('offchain'), change: 'activated' }),
    event(3, 4, 'FactSeen', { fact: fact('departed', 'd2'), after: after('cancelled'), change: 'cancelled' }),
  ]
}

test('what was stored before the public state lay beside the events is read, shown and looked after as before', async () => {
  const { db, url } = await beforeUpgrade()
  const hashOf = (n: number) => `0x${String(n).repeat(64)}`
  for (const { stream, version, type, data } of storedThen(hashOf))
    await db.query(
      `insert into kit.event (stream, version, type, data, meta, at) values ($1, $2, $3, $4, '{"correlationId":"c"}', $5)`,
      [stream, version, type, toJson(data), now],
    )
  for (const n of [1, 2, 3])
    await db.query(
      `insert into order_guard (hash, order_id, customer_id, offerer, contract, token_id, open, display_end, signed_end,
         check_at, put_at, limit_of_customer, limit_of_asset) values ($1, $2, 'c', 'o', 'n', '7', $3, 1, 2, $4, 1, 9, 9)`,
      [hashOf(n), hashOf(n).slice(2, 26), n === 1, now],
    )
  await db.query(`insert into departure (hash, fact_key, tx_hash, log_index, block_number, from_balance, block_hash)
    values ('${hashOf(1)}', 'd3', '0x', 0, 1, 0, '0x')`)

  await migrate(url, service.migrations)

  const shown = await db.query('select * from order_view order by hash')
  expect(shown.rows.map(({ status, inactive }) => [status, inactive])).toEqual([
    ['offchain', true],
    ['cancelled', false],
    ['cancelled', false],
  ])
  await rebuildReadModel(db, orderView)
  expect((await db.query('select * from order_view order by hash')).rows).toEqual(shown.rows)
  const rows = await db.query('select counter, counter_fact, departure_facts from order_row order by hash')
  expect(rows.rows).toEqual([
    { counter: 0n, counter_fact: null, departure_facts: [] },
    { counter: 0n, counter_fact: 'c1', departure_facts: [] },
    { counter: 0n, counter_fact: null, departure_facts: ['d2'] },
  ])
  const jobs = await db.query('select task, key, payload from kit.job order by task')
  expect(jobs.rows).toEqual([
    { task: 'order.activity', key: hashOf(1), payload: { hash: hashOf(1) } },
    { task: 'order.transfer', key: `${hashOf(1)} d3`, payload: { hash: hashOf(1), factKey: 'd3' } },
  ])
  const log = await db.query<Row>('select *, txid::text as txid from kit.event order by position')
  expect(log.rows.flatMap((row) => published(orders).messages(row))).toHaveLength(8)
  expect((await load(db, orders, streamId(hashOf(3)))).state.facts.map(({ key }) => key)).toEqual(['d2'])
  await expect(db.query('delete from kit.event')).rejects.toThrow('append-only')
})
