import { liveMarket, MOST_WATCHED } from '@talad/proto/http/gateway/live'
import { type Read, toldBy } from '@talad/ui/client/live-events'
import { expect, test } from 'vitest'
import { offersQuery, restingQuery } from '../trading/offers.ts'
import { keys } from './query-keys.ts'
import { isMadeOld, watchOf } from './visible-queries.ts'

const place = (contract: string) => ({ blockchain: 'jfin', contract, token: '7' })
const LANTERN = `0x${'a'.repeat(40)}`
const BETTA = `0x${'b'.repeat(40)}`
const HASH = `0x${'1'.repeat(64)}`
const asset = (address: string, id: string) => ({ contract: { address }, token: { id } })

const read = (...queryKey: unknown[]): Read => ({ queryKey, data: undefined })
const page = read(keys.asset, 'jfin', LANTERN, '7')
const offers = read(keys.orders, 'jfin', LANTERN, '7', { account: undefined, wallets: [] })
const history = read(keys.events, 'history', 'f'.repeat(24))
const happened = read(keys.events, { asset: 'f'.repeat(24), collection: undefined }, 20)
const home: Read = {
  queryKey: [keys.assets, { sort: 'lt' }, 24],
  data: { pages: [{ list: [asset(BETTA, '1')] }] },
}
const collection: Read = {
  queryKey: [keys.assets, { collection: 'lantern' }, 24],
  data: { pages: [{ list: [asset(LANTERN, '7'), asset(LANTERN, '8')] }] },
}
const chosen: Read = { queryKey: [keys.assets, 'ids', ['x']], data: [asset(BETTA, '1')] }

const order = toldBy(
  'order',
  JSON.stringify({ hash: HASH, status: 'offchain', inactive: false, contract: LANTERN, token: '7' }),
)
const market = toldBy('market', JSON.stringify({ contract: LANTERN }))
const oldBy = (told: ReturnType<typeof toldBy>, reads: readonly Read[]) =>
  reads.filter((one) => told !== undefined && isMadeOld(one, told))

test('the page of an asset watches the asset, and the collection of those beside it', () => {
  const made = offersQuery(place(LANTERN), { account: undefined, wallets: [] })
  const resting = restingQuery(place(LANTERN), 'join-mali')
  const orders = [made, resting].map(({ queryKey }) => read(...queryKey))
  expect(watchOf([page, offers, ...orders, history, happened, collection])).toEqual([
    `asset:${LANTERN}:7`,
    `collection:${LANTERN}`,
  ])
})

test('a list that anything may come into watches the market', () => {
  expect(watchOf([home, chosen])).toEqual(['market'])
  expect(watchOf([read(keys.assets, { collection: 'new' }, 24)])).toEqual(['market'])
})

test('a list of chosen assets watches their collections, an order its hash', () => {
  expect(watchOf([chosen, read(keys.orders, HASH)])).toEqual([`collection:${BETTA}`, `order:${HASH}`])
})

test('what the gateway is asked for is what it takes, however much is shown', () => {
  const many = Array.from({ length: 100 }, (_, n) => read(keys.asset, 'jfin', LANTERN, String(n)))
  const asked = watchOf([...many, collection])
  expect(asked).toHaveLength(MOST_WATCHED)
  expect(asked).toContain('market')
  expect(liveMarket.query?.safeParse({ watch: asked.join() }).success).toBe(true)
})

test('MO-7 a suspension makes old what shows something of its contract', () => {
  const place = read(keys.collection, 'lantern')
  const shop = { ...place, data: asset(LANTERN, '') }
  const suspended = (from: string | null, to: string | null) =>
    toldBy(
      'suspension',
      JSON.stringify({ blockchain: 'jfin', contract: LANTERN, token_from: from, token_to: to }),
    )
  const other = read(keys.asset, 'jfin', BETTA, '7')
  const shown = [page, shop, collection, other, chosen, place]
  expect(oldBy(suspended('7', '10'), shown)).toEqual([page, shop, collection])
  expect(oldBy(suspended(null, null), shown)).toEqual([page, shop, collection])
})

test('an order makes old what shows its asset, and nothing else', () => {
  const other = read(keys.asset, 'jfin', LANTERN, '8')
  const all = [page, offers, history, happened, read(keys.orders, HASH), other, home, collection]
  expect(oldBy(order, all)).toEqual([page, offers, history, happened, read(keys.orders, HASH)])
})

test('a change in a collection makes old the lists that show it, and those that anything may come into', () => {
  expect(oldBy(market, [page, offers, home, collection, chosen])).toEqual([home, collection])
})

test('a purchase makes old itself and not the others', () => {
  const id = 'a'.repeat(24)
  const told = toldBy(
    'shipping',
    JSON.stringify({
      shipping_id: id,
      order_hash: HASH,
      role: 'buyer',
      status: 'pending',
      payment_status: 'pending',
      tx_status: null,
      tx_hash: null,
      revision: 1,
      at: '2026-01-02T03:04:05.000Z',
    }),
  )
  const reads = [
    read(keys.shipping, id),
    read(keys.shipping, 'b'.repeat(24)),
    read(keys.balances, 'me'),
    home,
  ]
  expect(oldBy(told, reads)).toEqual([reads[0], reads[2]])
})

test('what was missed and is not known makes everything old', () => {
  const all = [page, offers, home, read(keys.credit, 'me')]
  expect(oldBy(toldBy('reset', '{}'), all)).toEqual(all)
})

test('an event of a later version of the site says nothing', () => {
  expect(toldBy('news', '{}')).toBeUndefined()
  expect(toldBy('market', '{"contract":5}')).toBeUndefined()
})
