import { creditBalance, creditFlow } from '@talad/proto/http/ledger'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { asTopup, startWorld, type World } from './setup.ts'

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
  await world.postNow(asTopup('join-h', 'th1', 100n), asTopup('join-h', 'th2', 200n), {
    type: 'PayShipping',
    shippingId: 'sh',
    buyerCustomerId: 'join-h',
    gross: 1_000n,
    attempt: 1,
    lockPartial: true,
  })
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
  await world.postNow(asTopup('join-k', 'k1', 100n), asTopup('join-k', 'k2', 200n), {
    type: 'PayShipping',
    shippingId: 'sk',
    buyerCustomerId: 'join-k',
    gross: 300n,
    attempt: 1,
    lockPartial: true,
  })
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
