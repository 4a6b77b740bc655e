import { create, toBinary } from '@bufbuild/protobuf'
import { liveEvents, MOST_WATCHED } from '@talad/proto/http/gateway/live'
import { PostedSchema } from '@talad/proto/ledger/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Bus, type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import type { RunningService } from '@talad/shared/platform'
import { until } from '@talad/shared/testing/wait'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Bench, bearer, bearerUntil, customerClaims, openBench, problemIn } from './harness.ts'
import { eventsOf, type Heard, LIVE, LIVE_MARKET, listen as open, type Reader, times } from './live-reader.ts'
import { balance, CONTRACT, HASH, order, orders, SELLER, publish as send, shipping } from './messages.ts'

let bench: Bench
let bus: Bus
let gateway: RunningService
const readers: Reader[] = []

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  bus = await connectPostgresBus(bench.busUrl, { onError: () => undefined })
  gateway = await bench.start({})
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave()
})
afterAll(async () => {
  await bus.close()
  await bench.close()
})

const publish = (...messages: Outgoing[]) => send(bus, ...messages)

async function listen(url: string, headers?: Record<string, string>, watch?: string): Promise<Reader> {
  const reader = await open(url, headers, watch)
  readers.push(reader)
  return reader
}

const lastOf = (reader: Reader): Heard => {
  const last = reader.heard.at(-1)
  if (!last) throw new Error('nothing heard')
  return last
}

test('tells buyer and seller of their purchase, each of their side, and nobody else', async () => {
  const buyer = await listen(gateway.url, await bearer(bench.keys))
  const seller = await listen(gateway.url, await bearer(bench.keys, SELLER))
  const other = await listen(gateway.url, await bearer(bench.keys, { sub: '9'.repeat(24), jid: 'other' }))
  await publish(shipping('processing', 4), order())
  await until('everybody heard of the order', () =>
    [buyer, seller, other].every((reader) => eventsOf(reader).includes('order')),
  )
  await until('both heard of the purchase', () =>
    [buyer, seller].every((reader) => eventsOf(reader).includes('shipping')),
  )
  const common = {
    shipping_id: 'a'.repeat(24),
    order_hash: HASH,
    status: 'processing',
    payment_status: 'completed',
    tx_status: null,
    tx_hash: null,
    revision: 4,
    at: '2026-01-02T03:04:05.000Z',
  }
  const dataOf = (reader: Reader) => reader.heard.find(({ event }) => event === 'shipping')?.data
  expect(dataOf(buyer)).toEqual({ ...common, role: 'buyer' })
  expect(dataOf(seller)).toEqual({ ...common, role: 'seller' })
  expect(liveEvents.shipping.safeParse(dataOf(buyer)).success).toBe(true)
  expect(eventsOf(other)).toEqual(['open', 'order'])
})

test('an order is told to who shows it or its asset, its collection to who shows a list, and nobody else', async () => {
  const other = `0x${'d'.repeat(40)}`
  const watches = [
    `order:${HASH}`,
    `asset:${CONTRACT}:7`,
    `collection:${CONTRACT}`,
    'market',
    `asset:${CONTRACT}:8,collection:${other}`,
  ]
  const [byHash, ofAsset, ofCollection, ofAll, elsewhere] = await Promise.all(
    watches.map((watch) => listen(gateway.url, undefined, watch)),
  )
  const all = [byHash, ofAsset, ofCollection, ofAll, elsewhere].filter((reader) => reader !== undefined)
  await publish(order())
  await publish(order(`0x${'e'.repeat(64)}`, other))
  await until('all heard', () => all.every((reader) => eventsOf(reader).length > 1))
  await until('of both collections', () => ofAll !== undefined && times(ofAll, 'market') === 2)
  const heardBy = (reader: Reader | undefined) =>
    reader?.heard.slice(1).map(({ event, data }) => [event, data])
  const told = ['order', { hash: HASH, status: 'offchain', inactive: false, contract: CONTRACT, token: '7' }]
  expect(heardBy(byHash)).toEqual([told])
  expect(heardBy(ofAsset)).toEqual([told])
  expect(heardBy(ofCollection)).toEqual([['market', { contract: CONTRACT }]])
  expect(heardBy(ofAll)).toHaveLength(2)
  expect(heardBy(elsewhere)).toEqual([['market', { contract: other }]])
})

test('a visitor hears of a new price within three seconds, as quickly as somebody who is signed in', async () => {
  const visitor = await listen(gateway.url)
  const list = await listen(gateway.url, undefined, `collection:${CONTRACT}`)
  const user = await listen(gateway.url, await bearer(bench.keys))
  await publish(order())
  const since = performance.now()
  await until('all heard', () => [visitor, list, user].every((reader) => eventsOf(reader).length === 2))
  expect(performance.now() - since).toBeLessThan(3_000)
})

test('a visitor hears nothing of purchases and balances, whatever is asked for', async () => {
  const visitor = await listen(gateway.url)
  await publish(shipping('processing', 5), balance('join-somchai'), order())
  await until('the order came', () => eventsOf(visitor).includes('order'))
  expect(eventsOf(visitor)).toEqual(['open', 'order'])
  const refused = await fetch(`${gateway.url}${LIVE_MARKET}?watch=account:${customerClaims.sub}`)
  expect(await problemIn(refused)).toMatchObject({ status: 400, code: 'validation' })
})

test('what is watched is bounded', async () => {
  const watch = Array.from({ length: MOST_WATCHED + 1 }, (_, n) => `asset:${CONTRACT}:${n}`).join()
  const refused = await fetch(`${gateway.url}${LIVE}?watch=${watch}`, { headers: await bearer(bench.keys) })
  expect(await problemIn(refused)).toMatchObject({ status: 400, code: 'validation' })
})

test('many changes of one moment come together, of each collection once', async () => {
  const reader = await listen(gateway.url, undefined, 'market')
  await publish(...orders(50))
  await publish(order(`0x${'e'.repeat(64)}`, `0x${'d'.repeat(40)}`))
  await until('both collections came', () => times(reader, 'market') >= 2)
  expect(times(reader, 'market')).toBe(2)
})

test('LG-10 tells a customer the balance, in whole points, and what may be spent of it', async () => {
  const reader = await listen(gateway.url, await bearer(bench.keys))
  const withoutJoin = await listen(gateway.url, await bearer(bench.keys, { sub: customerClaims.sub }))
  await publish(balance('join-malee'), balance('join-somchai'), order())
  await until('the balance came', () => eventsOf(reader).includes('balance'))
  await until('the order came', () => eventsOf(withoutJoin).includes('order'))
  const heard = reader.heard.filter(({ event }) => event === 'balance')
  expect(heard.map(({ data }) => data)).toEqual([
    {
      unit: 'pt_thb',
      balance: 500,
      balance_locked: 200,
      balance_spendable: 300,
      at: '2026-01-02T03:04:05.000Z',
    },
  ])
  expect(eventsOf(withoutJoin)).not.toContain('balance')
})

test('numbers updates upwards, and gives back what was missed to whom it concerns', async () => {
  const headers = await bearer(bench.keys)
  const watcher = await listen(gateway.url, headers)
  const first = await listen(gateway.url, headers)
  await publish(balance('join-somchai', 300n))
  await until('the first came', () => eventsOf(first).includes('balance'))
  const { id } = lastOf(first)
  first.leave()
  await publish(balance('join-malee'), balance('join-somchai', 400n))
  await until('the second came', () => times(watcher, 'balance') === 2)
  await publish(balance('join-somchai', 600n), order())
  await until('the others came', () => eventsOf(watcher).length === 5)
  const again = await listen(gateway.url, { ...headers, 'last-event-id': id })
  await until('what was missed came', () => eventsOf(again).length === 3)
  expect(eventsOf(again).toSorted()).toEqual(['balance', 'open', 'order'])
  expect(again.heard.slice(1)).toEqual(watcher.heard.slice(-2))
  const numbers = watcher.heard.map((heard) => Number(heard.id.split('-')[1]))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('says reset when what was missed is no longer known', async () => {
  const headers = await bearer(bench.keys)
  const reader = await listen(gateway.url, { ...headers, 'last-event-id': 'another0process-5' })
  await until('reset came', () => eventsOf(reader).includes('reset'))
  const small = await bench.start({ LIVE_REPLAY_MAX: '4' })
  const before = await listen(small.url, headers)
  await publish(...orders(4))
  await until('all came', () => times(before, 'order') === 4)
  const ids = before.heard.map(({ id }) => id)
  const lost = await listen(small.url, { ...headers, 'last-event-id': ids[1] ?? '' })
  await until('reset came', () => eventsOf(lost).includes('reset'))
  const kept = await listen(small.url, { ...headers, 'last-event-id': ids[3] ?? '' })
  await until('the last came', () => eventsOf(kept).includes('order'))
  expect(eventsOf(kept)).toEqual(['open', 'order'])
})

test('gives a sign of life, and ends when the token does', async () => {
  const quick = await bench.start({ LIVE_HEARTBEAT_MS: '100' })
  const reader = await listen(quick.url, await bearerUntil(bench.keys, new Date(Date.now() + 4_000)))
  await until('signs of life came', () => reader.comments >= 2)
  expect(reader.ended).toBe(false)
  await until('the stream ended', () => reader.ended)
})

test('ID-11 ends the stream of a session that was ended elsewhere, within five seconds', async () => {
  const claims = { ...customerClaims, sid: '1'.repeat(24) }
  const reader = await listen(gateway.url, await bearer(bench.keys, claims))
  const other = await listen(gateway.url, await bearer(bench.keys, { ...claims, sid: '2'.repeat(24) }))
  bench.keys.endSession(claims.sid)
  await until('the stream ended', () => reader.ended, 5_000)
  expect(other.ended).toBe(false)
  const again = await fetch(gateway.url + LIVE, { headers: await bearer(bench.keys, claims) })
  expect(await problemIn(again)).toMatchObject({ status: 401, code: 'session_expired', rule: 'ID-11' })
})

test('ends its streams when the gateway stops, which does not wait for them', async () => {
  const stopping = await bench.start({})
  const reader = await listen(stopping.url, await bearer(bench.keys))
  const started = Date.now()
  await stopping.close()
  await until('the stream ended', () => reader.ended)
  expect(Date.now() - started).toBeLessThan(4_000)
})

test('GW-24 refuses too many connections of an account, until one of them leaves', async () => {
  const narrow = await bench.start({ LIVE_PER_ACCOUNT: '1' })
  const headers = await bearer(bench.keys)
  const first = await listen(narrow.url, headers)
  const refused = await fetch(narrow.url + LIVE, { headers })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect((await problemIn(refused)).code).toBe('too_many_connections')
  await fetch(narrow.url + LIVE, { method: 'HEAD', headers })
  first.leave()
  await until('there is a place again', async () => {
    const leave = new AbortController()
    const { status } = await fetch(narrow.url + LIVE, { headers, signal: leave.signal })
    leave.abort()
    return status === 200
  })
})

test('every gateway hears everything, each with a consumer group of its own', async () => {
  const second = await bench.start({})
  const headers = await bearer(bench.keys)
  const both = [await listen(gateway.url, headers), await listen(second.url, headers)]
  await publish(...orders(20))
  await until('both heard all', () => both.every((reader) => times(reader, 'order') === 20))
})

test('a gateway that starts takes a group that was left, from now on: groups do not pile up', async () => {
  const groupsUsed = async () => {
    const lags = await Promise.all(Array.from({ length: 40 }, (_, n) => bus.lag(`gateway.live-${n}`)))
    return lags.filter((lag) => lag.length > 0).length
  }
  const first = await bench.start({})
  const early = await listen(first.url, await bearer(bench.keys))
  await publish(order())
  await until('the first one hears', () => eventsOf(early).includes('order'))
  const during = await groupsUsed()
  await first.close()
  await publish(order(), order())
  const second = await bench.start({})
  const reader = await listen(second.url, await bearer(bench.keys))
  await publish(balance('join-somchai', 700n))
  await until('the new one came', () => eventsOf(reader).includes('balance'))
  expect(eventsOf(reader)).toEqual(['open', 'balance'])
  expect(await groupsUsed()).toBe(during)
})

test('passes over a message that it cannot read, and over those that mean nothing here', async () => {
  const reader = await listen(gateway.url, await bearer(bench.keys))
  await publish(
    { ...order(), payload: new Uint8Array([255, 255, 255]) },
    {
      ...order(),
      payload: toBinary(OrderChangedSchema, create(OrderChangedSchema, { hash: HASH, status: 'odd' })),
    },
    outgoing('ledger.transfer.v1', 'join-somchai', PostedSchema, { customerId: 'join-somchai' }),
    balance('join-somchai'),
    order(),
  )
  await until('the good ones came', () => eventsOf(reader).length === 3)
  expect(eventsOf(reader).toSorted()).toEqual(['balance', 'open', 'order'])
})
