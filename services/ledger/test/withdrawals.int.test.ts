import { creditWithdrawal } from '@talad/proto/http/ledger'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import type { Command } from '../src/transfer/commands.ts'
import { asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const page = z.object({ list: z.array(creditWithdrawal), nextCursor: z.string().nullable() })
const about = (customerId: string, id: string) => ({ flow: 'withdrawal', id, customerId })
const hold = (customerId: string, id: string, amount: bigint): Command => ({
  ...{ type: 'Hold', ...about(customerId, id), amount, attempt: 1, upTo: false, capture: false },
})

async function withdrawals(jid: string, query = '') {
  return page.parse(await (await world.get(`/api/user/v1/credit/withdrawals?${query}`, jid)).json())
}

test('LG-12 the ledger tells of each withdrawal whose money it holds, paid out or gave back, newest first', async () => {
  await world.postNow(
    asTopup('join-w', 'earned', 100_000n, 'ft_thb'),
    hold('join-w', 'w1', 10_000n),
    { type: 'Release', ...about('join-w', 'w1') },
    hold('join-w', 'w2', 20_000n),
    { type: 'Capture', ...about('join-w', 'w2'), amount: 20_000n },
    hold('join-w', 'w3', 30_000n),
  )
  const { list } = await withdrawals('w')
  expect(list.map(({ _id, status, value, locked }) => [_id, status, value, locked])).toEqual([
    ['w3', 'pending', 30_000, 30_000],
    ['w2', 'completed', 20_000, 0],
    ['w1', 'canceled', 10_000, 0],
  ])
  const first = await withdrawals('w', 'lm=2')
  expect(first.list).toHaveLength(2)
  const second = await withdrawals('w', `lm=2&cs=${first.nextCursor}`)
  expect(second).toMatchObject({ list: [{ _id: 'w1' }], nextCursor: null })
  expect((await withdrawals('w', 'st=pending,completed')).list).toHaveLength(2)
  expect((await withdrawals('other')).list).toEqual([])
  expect((await world.get('/api/user/v1/credit/withdrawals?st=gone', 'w')).status).toBe(400)
})

test('LG-11 the history comes as a file too, whole and oldest first, within its period', async () => {
  const ids = Array.from({ length: 1_200 }, (_, n) => `t${n}`)
  for (let from = 0; from < ids.length; from += 200)
    await world.postNow(...ids.slice(from, from + 200).map((id) => asTopup('join-f', id, 123_450n)))
  const response = await world.get('/api/user/v1/credit/history?format=csv&lm=5', 'f')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\uFEFFtime_bangkok,id,unit,')).toBe(true)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[13])).toEqual(ids)
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[0-9a-f]{24},pt_thb,in,topup,1234.50,0.00,1234.50,/,
  )
  const accepting = (query: string) =>
    world.get(`/api/user/v1/credit/history?${query}`, 'f', { accept: 'text/csv' })
  expect((await accepting('')).headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect((await (await accepting('to=2020-01-01T00:00:00Z')).text()).trimEnd().split('\r\n')).toHaveLength(1)
  expect((await accepting('format=json')).headers.get('content-type')).toContain('json')
})
