import { creditBalance, creditFlow, ledgerHttp } from '@talad/proto/http/ledger/credit'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { HISTORY } from '../src/transfer/statement.ts'
import { sell, seller } from './sales.ts'
import { asPay, asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

test('LG-10 both balances are answered, zeros included', async () => {
  const response = await world.get('/api/user/v1/credit/balances', 'nobody')
  const { list } = z.object({ list: z.array(creditBalance) }).parse(await response.json())
  expect(list.map((one) => [one.unit, one.balance, one.balance_locked, one.balance_spendable])).toEqual([
    ['pt_thb', 0, 0, 0],
    ['ft_thb', 0, 0, 0],
  ])
})

test('LG-11 the history shows only own flows, newest first, locks included, page by page', async () => {
  await world.postNow(
    asTopup('join-h', 'th1', 100n),
    asTopup('join-h', 'th2', 200n),
    asPay('join-h', 'sh', 1_000n),
  )
  const page = z.object({ list: z.array(creditFlow), nextCursor: z.string().nullable() })
  const first = page.parse(await (await world.get('/api/user/v1/credit/history?lm=2', 'h')).json())
  expect(first.list.map((flow) => [flow.flow_type, flow.value, flow.shipping_id ?? flow.topup_id])).toEqual([
    ['lock', 300, 'sh'],
    ['in', 200, 'th2'],
  ])
  expect(first.nextCursor).toHaveLength(27)
  const second = page.parse(
    await (await world.get(`/api/user/v1/credit/history?lm=2&cs=${first.nextCursor}`, 'h')).json(),
  )
  expect(second.list.map((flow) => flow.topup_id)).toEqual(['th1'])
  expect(second.nextCursor).toBeNull()
  expect((await world.get('/api/user/v1/credit/history?cs=zzz', 'h')).status).toBe(400)
})

test('LG-11 the history is narrowed by kind and period, and its pages stay within', async () => {
  await world.postNow(
    asTopup('join-k', 'k1', 100n),
    asTopup('join-k', 'k2', 200n),
    asPay('join-k', 'sk', 300n),
  )
  const answered = z.object({ list: z.array(creditFlow), nextCursor: z.string().nullable() })
  const read = async (query: string) => {
    const response = await world.get(`/api/user/v1/credit/history?${query}`, 'k')
    return response.ok ? answered.parse(await response.json()) : response.status
  }
  const kinds = async (query: string) => {
    const page = await read(query)
    return typeof page === 'number' ? page : page.list.map(({ flow_event, value }) => [flow_event, value])
  }
  expect(await kinds('ty=in&ev=topup,refund')).toEqual([
    ['topup', 200],
    ['topup', 100],
  ])
  expect(await kinds('ty=out')).toEqual([['shipping', 300]])
  expect(await kinds('ty=lock')).toEqual([])
  const page = await read('ev=topup&lm=1')
  expect(page).toMatchObject({ list: [{ value: 200 }] })
  const cursor = typeof page === 'number' ? '' : page.nextCursor
  expect(await kinds(`ev=topup&lm=1&cs=${cursor}`)).toEqual([['topup', 100]])
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect(await kinds(`from=${soon}`)).toEqual([])
  expect(await kinds(`to=${soon}&ty=out`)).toEqual([['shipping', 300]])
  expect(await kinds('from=yesterday')).toBe(400)
  expect(await kinds('ty=everything')).toBe(400)
})

test('LG-11 a related id says what it is of: a purchase, a withdrawal, or the refund of a card payment', async () => {
  const withdrawal = { ...asPay('join-r', 'wr', 40n, false), flow: 'withdrawal', capture: false }
  const refund = { ...asPay('join-r', 'rr', 30n, false), flow: 'card_refund', capture: false }
  const baht = asTopup('join-r', 'r2', 50n, 'ft_thb')
  await world.postNow(asTopup('join-r', 'r1', 100n), baht, asPay('join-r', 'sr', 60n), withdrawal, refund)
  const page = z.object({ list: z.array(creditFlow) })
  const { list } = page.parse(await (await world.get('/api/user/v1/credit/history', 'r')).json())
  const ids = list.map((flow) => flow.refund_id ?? flow.withdrawal_id ?? flow.shipping_id ?? flow.topup_id)
  expect(ids).toEqual(['rr', 'wr', 'sr', 'r2', 'r1'])
  expect(list.slice(0, 3).map((flow) => [flow.refund_id, flow.withdrawal_id, flow.shipping_id])).toEqual([
    ['rr', undefined, undefined],
    [undefined, 'wr', undefined],
    [undefined, undefined, 'sr'],
  ])
})

test('SP-26 who may refund sees what of a card payment is left to give back', async () => {
  await grantPermissions(world.db, 'join-refunder', ['refund.write'])
  await world.postNow(asTopup('join-left', 'left', 42_000n), asPay('join-left', 'spent', 36_000n))
  const path = '/api/admin/v1/credit/join-left/balances'
  const { list } = z
    .object({ list: z.array(creditBalance) })
    .parse(await (await world.get(path, 'refunder')).json())
  expect(list.map(({ unit, balance_spendable }) => [unit, balance_spendable])).toContainEqual([
    'pt_thb',
    6_000,
  ])
  expect((await world.get(path, 'left')).status).toBe(403)
})

test('LG-11 a page of the history is read from its index, however many flows there are', async () => {
  await world.owner.query(
    `insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, net_value, at)
     select 'many', leg || n, case leg when 'in' then 'join-many-' || n % 100 else 'platform:escrow' end, 'pt_thb', leg,
       'topup', 'many', 1, 1, now() from generate_series(1, 100000) n, unnest(array['in', 'out']) leg`,
  )
  await world.owner.query('analyze flow')
  // the plan of a prepared statement, which knows no parameter
  const { rows } = await world.db.query<Record<'QUERY PLAN', string>>(`explain (generic_plan) ${HISTORY}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan Backward using flow_statement')
  expect(plan).toMatch(/Index Cond: \(\(account = \$1\) AND \(id < /)
  expect(plan).not.toMatch(/Seq Scan|Sort/)
})

test('LG-19 a development top-up is posted like any other, once per Idempotency-Key', async () => {
  const token = await world.token('f')
  const call = (amount: unknown) =>
    fetch(`${world.url}/api/dev/v1/credit/fast-topup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ unit: 'pt_thb', amount }),
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(500)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect((await world.balance('join-f')).balance).toBe(500n)
  expect((await call(600)).status).toBe(409)
  expect((await call(1.5)).status).toBe(400)
})

test('LG-11 what came in by a sale says whether it is the seller’s net or the maker’s royalty', async () => {
  await sell(world, 'sold-once', new Date())
  const page = z.object({ list: z.array(creditFlow) })
  const partsOf = async (who: string) => {
    const { list } = page.parse(await (await world.get('/api/user/v1/credit/history', who)).json())
    return list.map(({ value, sale_part }) => [value, sale_part])
  }
  expect(await partsOf('seller')).toEqual([[9_000, 'net']])
  expect(await partsOf('artist')).toEqual([[500, 'royalty']])
  expect(await partsOf('buyer')).not.toContainEqual([10_000, 'net'])
})

test('BW-18 who decides on a withdrawal sees what there is, what came in by which way, and who bought most', async () => {
  await grantPermissions(world.db, 'join-payer', ['withdrawal.read'])
  const path = `/api/admin/v1/credit/${seller}/origin`
  const read = async () =>
    ledgerHttp.adminCreditOrigin.response.parse(await (await world.get(path, 'payer')).json())
  const before = await read()
  await sell(world, 'origin-1', new Date())
  await sell(world, 'origin-2', new Date())
  const { balance, sums, buyers } = await read()
  expect(balance).toMatchObject({ unit: 'ft_thb', balance: before.balance.balance + 18_000 })
  const [{ count = 0, value = 0 } = {}] = before.sums
  const more = { count: count + 2, value: value + 18_000 }
  expect(sums).toMatchObject([{ flow_type: 'in', flow_event: 'shipping', ...more }])
  expect(buyers).toMatchObject([{ customer_id: 'join-buyer', ...more }])
  expect((await world.get(path, 'seller')).status).toBe(403)
})
