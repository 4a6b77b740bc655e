import { inTx } from '@talad/shared/db'
import { DAY_MS, dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { nextSnapshotDay, writeSnapshot } from '../src/snapshots/write.ts'
import { sell, seller } from './sales.ts'
import { asPay, asTopup, endNightlyLook, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  await endNightlyLook(world)
  await grantPermissions(world.db, 'join-admin', ['report.read'])
})
afterAll(() => world.close())

const BALANCES = '/api/admin/v1/report/user-balance/by-date'
const SETTLEMENTS = '/api/admin/v1/report/transaction-settlement/by-month'
const NOON_MS = DAY_MS / 2
const today = () => dayOf(new Date())
const daysAgo = (days: number) => dayAfter(today(), -days)

async function ask(path: string, body: object) {
  const response = await world.call('POST', path, 'admin', body)
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const file = async (path: string, body: object) => {
  const response = await world.call('POST', path, 'admin', body, { accept: 'text/csv' })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return { name: response.headers.get('content-disposition'), text, lines: text.trimEnd().split('\r\n') }
}
const rowsOf = (body: { rows: Record<string, unknown>[] }) =>
  body.rows.map((row) => [row.customer_id, row.balance, row.balance_locked])

async function snapshots(): Promise<unknown[]> {
  const { rows } = await world.db.query('select * from balance_snapshot order by account, unit, date_key')
  return rows
}
/** From a day on which nothing had happened yet. */
async function writeAll(): Promise<void> {
  await inTx(world.db, (tx) => writeSnapshot(tx, daysAgo(6)))
  for (
    let day = await nextSnapshotDay(world.db, new Date());
    day;
    day = await nextSnapshotDay(world.db, new Date())
  )
    await inTx(world.db, (tx) => writeSnapshot(tx, day))
}

test('LG-13 LG-14 the closing balance of a day is the sum of its legs until midnight, and writing it again changes nothing', async () => {
  const noon = (days: number) => new Date(startOfDay(daysAgo(days)).getTime() + NOON_MS)
  const lastMs = new Date(startOfDay(daysAgo(2)).getTime() - 1)
  await world.postAt(noon(5), asTopup('join-a', 'a1', 1_000n), asTopup('join-b', 'b1', 50n))
  await world.postAt(noon(4), asPay('join-a', 'sa', 1_500n), asPay('join-b', 'sb', 50n, false))
  await world.postAt(lastMs, asTopup('join-c', 'c1', 7n))
  await world.postAt(startOfDay(daysAgo(2)), asTopup('join-c', 'c2', 9n))
  const asked = (days: number) => ask(BALANCES, { date_key: daysAgo(days), unit: 'pt_thb' })
  const before = [await asked(6), await asked(5), await asked(4), await asked(3), await asked(1)]
  await writeAll()
  const written = await snapshots()
  expect(written.length).toBeGreaterThan(0)
  for (const days of [5, 4, 3, 2]) await inTx(world.db, (tx) => writeSnapshot(tx, daysAgo(days)))
  expect(await snapshots()).toEqual(written)
  const after = [await asked(6), await asked(5), await asked(4), await asked(3), await asked(1)]
  expect(after.map(({ body }) => rowsOf(body))).toEqual(before.map(({ body }) => rowsOf(body)))
  expect(after.map(({ body }) => rowsOf(body))).toEqual([
    [],
    [
      ['join-a', 1_000, 0],
      ['join-b', 50, 0],
    ],
    [
      ['join-a', 1_000, 1_000],
      ['join-b', 0, 0],
    ],
    [
      ['join-a', 1_000, 1_000],
      ['join-b', 0, 0],
      ['join-c', 7, 0],
    ],
    [
      ['join-a', 1_000, 1_000],
      ['join-b', 0, 0],
      ['join-c', 16, 0],
    ],
  ])
  expect(after[4]?.body).toMatchObject({
    timezone: 7,
    unit: 'pt_thb',
    nextCursor: null,
    totals: { customers: 3, balance: 1_016, balance_locked: 1_000, balance_spendable: 16 },
  })
  // another zone: 17:00 UTC is midnight in Thailand, and the afternoon before in London
  const utc = await ask(BALANCES, { date_key: daysAgo(3), unit: 'pt_thb', timezone: 0 })
  expect(rowsOf(utc.body)).toContainEqual(['join-c', 16, 0])
})

test('LG-14 pages hold all rows, the file too, and a day that is not over is refused', async () => {
  const body = { date_key: daysAgo(1), unit: 'pt_thb' }
  const first = await ask(BALANCES, { ...body, lm: 2 })
  expect(rowsOf(first.body)).toHaveLength(2)
  const second = await ask(BALANCES, { ...body, lm: 2, cs: first.body.nextCursor })
  expect(rowsOf(second.body)).toEqual([['join-c', 16, 0]])
  const csv = await file(BALANCES, body)
  expect(csv.name).toBe(`attachment; filename="balances-pt_thb-${daysAgo(1)}.csv"`)
  expect(csv.text.startsWith('\uFEFF')).toBe(true)
  const { rows: lines } = await world.db.query(
    `select data->>'who' as who, data->>'targetId' as file from kit.event
     where stream like 'audit-%' and data->>'action' = 'report.export'`,
  )
  expect(lines).toEqual([{ who: 'join-admin', file: `balances-pt_thb-${daysAgo(1)}` }])
  expect(csv.lines.at(-1)).toBe(`${daysAgo(1)},total,pt_thb,10.16,10.00,0.16`)
  expect(csv.lines).toHaveLength(5)
  for (const key of [today(), dayAfter(today())])
    expect(await ask(BALANCES, { date_key: key })).toMatchObject({
      status: 400,
      body: { code: 'day_not_over' },
    })
  expect((await ask(BALANCES, { date_key: daysAgo(1), cs: '*' })).body.code).toBe('bad_cursor')
  expect((await world.call('POST', BALANCES, 'a', body)).status).toBe(403)
})

test('LG-14 what customers have now is told beside the closed days, page by page', async () => {
  const now = '/api/admin/v1/report/user-balance/now'
  const first = await ask(now, { unit: 'pt_thb', lm: 2 })
  expect(rowsOf(first.body)).toHaveLength(2)
  const rest = await ask(now, { unit: 'pt_thb', cs: first.body.nextCursor })
  const all = [...first.body.rows, ...rest.body.rows]
  const { rows } = await world.db.query(
    `select customer_id, balance::int as balance from account where unit = 'pt_thb' and customer_id like 'join-%' order by 1`,
  )
  expect(all.map(({ customer_id, balance }) => ({ customer_id, balance }))).toEqual(rows)
  expect(first.body.totals).toMatchObject({ customers: all.length })
  expect((await world.call('POST', now, 'a', {})).status).toBe(403)
})

test('LG-15 LG-16 keys are days and months that there are, not before 2020 and not to come', async () => {
  for (const key of ['2026-02-31', '2026-13-01', '2019-12-31', '26-01-01', '2026-1-1', '2026-01'])
    expect(await ask(BALANCES, { date_key: key }), key).toMatchObject({
      status: 400,
      body: { field: 'date_key' },
    })
  for (const key of ['2026-13', '2026-00', '2019-12', '2026-1', '2026-01-01'])
    expect(await ask(SETTLEMENTS, { month_key: key }), key).toMatchObject({
      status: 400,
      body: { field: 'month_key' },
    })
  expect((await ask(SETTLEMENTS, { month_key: '2999-01' })).body.code).toBe('month_not_begun')
  expect((await ask(BALANCES, { date_key: '2024-02-29' })).status).toBe(200)
})

test('LG-15 a month has one row for each settlement with all its parts, and ties out to the legs or fails', async () => {
  const month = today().slice(0, 7)
  const now = new Date()
  await sell(world, 's1', now)
  await sell(world, 's2', now)
  const { body } = await ask(SETTLEMENTS, { month_key: month, lm: 1 })
  expect(body).toMatchObject({
    month_key: month,
    partial: true,
    totals: { shippings: 2, gross: 20_000, service_fee: 600, vat: 40, royalty: 1_400, net: 18_000 },
    rows: [
      {
        shipping_id: 's1',
        kind: 'settlement',
        order_id: 'order-s1',
        order_hash: `0x${'a'.repeat(64)}`,
        asset: { blockchain: 'jfin', type: 'erc721', token_id: '77', amount: '1' },
        buyer_customer_id: 'join-buyer',
        seller_customer_id: seller,
        gross: 10_000,
        service_fee: 300,
        vat: 20,
        net: 9_000,
        royalties: [
          { customer_id: 'join-artist', value: 500 },
          { customer_id: null, value: 200 },
        ],
        provider_ref_id: 'ref-s1',
        topup_id: 't-s1',
        tx_hash: `0x${'b'.repeat(64)}`,
      },
    ],
  })
  const rest = await ask(SETTLEMENTS, { month_key: month, lm: 1, cs: body.nextCursor })
  expect(rest.body).toMatchObject({ rows: [{ shipping_id: 's2' }], nextCursor: null })
  const csv = await file(SETTLEMENTS, { month_key: month })
  expect(csv.name).toContain(`settlements-${month}-partial.csv`)
  expect(csv.lines).toHaveLength(4)
  expect(csv.lines[1]).toContain(',100.00,3.00,0.20,7.00,join-artist:5.00 platform:2.00,90.00,ref-s1,')
  expect(csv.lines.at(-1)).toContain('total,2,')
  expect((await ask(SETTLEMENTS, { month_key: '2020-02' })).body).toMatchObject({ partial: false, rows: [] })

  const change = (set: string) => world.db.query(`update shipping_replica set ${set} where id = 's2'`)
  const mismatch = { status: 409, body: { code: 'settlement_mismatch', details: { shipping_id: 's2' } } }
  await change(`gross = gross + 1`)
  expect(await ask(SETTLEMENTS, { month_key: month })).toMatchObject(mismatch)
  expect((await file(SETTLEMENTS, { month_key: month })).text).toContain('settlement_mismatch')
  await change(`gross = gross - 1, shares = jsonb_set(shares, '{0,value}', '"9001"')`)
  expect(await ask(SETTLEMENTS, { month_key: month })).toMatchObject(mismatch)
  await world.db.query(`delete from shipping_replica where id = 's2'`)
  expect(await ask(SETTLEMENTS, { month_key: month })).toMatchObject(mismatch)
})

test('LG-11 a flow names the order and the card payment that it was for, the latter to the buyer only', async () => {
  type Flow = Record<string, string | undefined>
  const history = async (jid: string): Promise<Flow[]> =>
    JSON.parse(await (await world.get('/api/user/v1/credit/history', jid)).text()).list
  const bought = (await history('buyer')).find(
    (flow) => flow.shipping_id === 's1' && flow.flow_event === 'shipping',
  )
  expect(bought).toMatchObject({ order_id: 'order-s1', order_hash: `0x${'a'.repeat(64)}`, topup_id: 't-s1' })
  const charged = (await history('buyer')).find(
    (flow) => flow.topup_id === 't-s1' && flow.flow_event === 'topup',
  )
  expect(charged).toMatchObject({ shipping_id: 's1' })
  const sold = (await history('seller')).find((flow) => flow.shipping_id === 's1')
  expect(sold).toMatchObject({ order_id: 'order-s1', value: 9_000 })
  expect(sold?.topup_id).toBeUndefined()
})
