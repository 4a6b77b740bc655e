import type { MessageInitShape } from '@bufbuild/protobuf'
import { distributionPreview, getOrder, orderTerms } from '@talad/proto/http/order-book/orders'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { list, listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { asset, contractOf, introduce } from './messages.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())

let revision = 1
/** What moderation says of the singles; the order book has heard it afterwards. */
async function hear(said: MessageInitShape<typeof FeesChangedSchema>): Promise<void> {
  revision += 1
  const contractAddress = contractOf(market, 'single')
  const message = { blockchain: 'kub', contractAddress, revision, ...said }
  await market.send(outgoing('moderation.fee.v1', `kub:${contractAddress}`, FeesChangedSchema, message))
  await until('the fees are heard of', async () => {
    const { rows } = await market.db.query('select 1 from fee_sheet where sheet_id = $1 and revision = $2', [
      ...[`kub:${contractAddress}`, revision],
    ])
    return rows.length === 1
  })
}
const artist = {
  feeId: 'artist',
  type: 'royalty',
  customerId: 'join-artist',
  basisPoints: 500,
  enabled: true,
}
const issued = (issuerId: string, basisPoints: number, enabled = true) => ({
  feeId: issuerId,
  type: 'issuer',
  issuerId,
  collectionId: 'c1',
  basisPoints,
  enabled,
})
const ranges = [
  { issuerId: 'siam', customerId: 'join-siam', tokenFrom: '5', tokenTo: '9' },
  { issuerId: 'lanna', customerId: 'join-lanna', tokenFrom: '7', tokenTo: '7' },
  // of tokens that stand for a virtual collection: none of these do
  { issuerId: 'virtual', customerId: 'join-virtual', abstractKind: 'vnft', abstractCollectionId: 'c' },
]

async function shares(token_id: string) {
  const call = market.clientOf()
  const { point_token } = await call(orderTerms, {})
  const contract = { blockchain: 'kub', address: contractOf(market, 'single'), type: 'erc721' }
  const body = { contract, token_id, token: point_token.address, price: '100' }
  const { distribution } = await call(distributionPreview, { body })
  return distribution.map(({ type, customer_id, percent }) => [type, customer_id, percent])
}

test('OB-32 a listing within the range of an issuer pays the issuer besides the platform and the artist; the narrowest range wins', async () => {
  await hear({ fees: [artist, issued('siam', 300)], ranges })
  const net = (percent: number) => ['net', '{offerer}', percent]
  const others = [
    ['service', null, 2.5],
    ['royalty', null, 5], // nobody is named (MO-36)
  ]
  expect(await shares('5')).toEqual([...others, ['royalty', null, 3], net(89.5)])
  expect(await shares('10')).toEqual([...others, net(92.5)])
  expect(await shares('7')).toEqual([...others, net(92.5)]) // it is of an issuer who takes nothing
  await hear({ fees: [artist, issued('siam', 300), issued('lanna', 100)], ranges })
  expect(await shares('7')).toEqual([...others, ['royalty', null, 1], net(91.5)])
  // a fee of another collection, or one that is not enabled, is none
  const elsewhere = { ...issued('siam', 300), collectionId: 'c2' }
  await hear({ fees: [artist, elsewhere, issued('lanna', 100, false)], ranges })
  expect(await shares('5')).toEqual([...others, net(92.5)])
  expect(await shares('7')).toEqual([...others, net(92.5)])

  await hear({ fees: [artist, issued('siam', 300)], ranges })
  const order = await list(market, { tokenId: '6' })
  const message = await until('it is published', () => market.heard.find(({ hash }) => hash === order.hash))
  expect(message.distribution.map(({ type, customerId, value }) => [type, customerId, value])).toEqual([
    ['service', '', '250'],
    ['royalty', 'join-artist', '500'],
    ['royalty', 'join-siam', '300'],
    ['net', 'join-seller', '8950'],
  ])
})

test('AI-7 OB-32 the issuer of a virtual collection is paid for the tokens that stand for it, and an item of it goes before', async () => {
  const virtual = {
    issuerId: 'virtual',
    customerId: 'join-virtual',
    abstractKind: 'vnft',
    abstractCollectionId: 'c',
  }
  const item = { ...virtual, issuerId: 'item', customerId: 'join-item', abstractItemId: '2' }
  await hear({ fees: [issued('virtual', 100), issued('item', 200)], ranges: [virtual, item] })
  const paid = async (tokenId: string) => (await shares(tokenId)).find(([type]) => type === 'royalty')?.[2]
  expect(await paid('30')).toBeUndefined()
  const stands = (abstractItemId: string, abstractCollectionId = 'c') =>
    market.send(
      asset(market, 'single', '30', {
        abstractKind: 'vnft',
        abstractCollectionId,
        abstractItemId,
        abstractTokenId: '1',
      }),
    )
  await stands('1')
  await until('it stands for the collection', async () => (await paid('30')) === 1)
  await stands('2')
  await until('it stands for the item', async () => (await paid('30')) === 2)
  await stands('2', 'other')
  await until('it stands for something else', async () => (await paid('30')) === undefined)
})

test('OB-30 an order keeps the fees that it was signed with; what was signed before a change is refused after it', async () => {
  await hear({ fees: [artist, issued('siam', 300)], ranges })
  const stands = await list(market, { tokenId: '8' })
  const late = await listingBody(market, { tokenId: '9' })
  await hear({ fees: [artist, issued('siam', 400)], ranges })
  expect(await post(market, late)).toMatchObject({ status: 400, code: 'invalid_distribution' })
  const kept = await market.clientOf()(getOrder, { query: { ha: stands.hash } })
  const shown = kept.order.shipping?.distribution.map(({ percent }) => percent)
  expect(shown).toEqual([2.5, 5, 3, 89.5])
  const again = await post(market, await listingBody(market, { tokenId: '9' }))
  expect(again.order?.shipping?.distribution.map(({ percent }) => percent)).toEqual([2.5, 5, 4, 88.5])
})

test('OB-31 news of fees that came in part only let nobody sell above half of a price', async () => {
  const many = ['a', 'b', 'c'].map((name) => ({
    ...artist,
    feeId: name,
    customerId: `join-${name}`,
    basisPoints: 2_000,
  }))
  await hear({ fees: many, ranges: [] })
  await expect(shares('5')).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  await hear({ fees: [artist], ranges: [] })
  expect(await shares('5')).toHaveLength(3)
})
