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
