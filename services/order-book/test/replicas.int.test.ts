import { randomUUID } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  AssetChangedSchema,
  AssetTransferredSchema,
  CollectionSitesChangedSchema,
} from '@talad/proto/asset-indexer/v1/events'
import { SiteChangedSchema } from '@talad/proto/gateway/v1/site'
import type { Order } from '@talad/proto/http/order-book/orders'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { type Bus, type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { inTx } from '@talad/shared/db'
import { rebuildReplica } from '@talad/shared/replica'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { service } from '../src/service.ts'
import { type Book, hashOf, openBook } from './book.ts'
import { account, shipping } from './messages.ts'
import { nft, now } from './samples.ts'

let book: Book
let busDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let bus: Bus
beforeAll(async () => {
  book = await openBook(inject('postgres'))
  busDatabase = await createEmptyDatabase(inject('postgres'))
  bus = await connectPostgresBus(busDatabase.url, { onError: (error) => console.error(error) })
})
afterAll(async () => {
  await bus.close()
  await Promise.all([book.close(), busDatabase.drop()])
})

const wallet = (address: string) => ({ address, provider: 'web3' })
const asset = (tokenId: string, tradable: boolean, second: number) =>
  outgoing('asset-indexer.asset.v1', `${nft}:${tokenId}`, AssetChangedSchema, {
    assetId: `a${tokenId}`,
    blockchain: 'kub',
    contractAddress: nft,
    contractType: 'erc721',
    tokenId,
    collectionId: 'c1',
    name: `Asset ${tokenId}`,
    tradable,
    at: timestampFromDate(new Date(now.getTime() + second * 1_000)),
  })
const suspension = (suspensionId: string, revision: number) =>
  outgoing('moderation.suspension.v1', `kub:${nft}`, SuspensionChangedSchema, {
    suspensionId,
    status: revision % 2 === 1 ? 'suspended' : 'unsuspended',
    revision,
    blockchain: 'kub',
    contractAddress: nft,
    tokenFrom: '1',
    tokenTo: '9',
    at: timestampFromDate(now),
  })
const assessment = (customerId: string, questionsVersion: number, revision: number) =>
  outgoing('moderation.assessment.v1', `new_seller:${customerId}`, AssessmentChangedSchema, {
    contentKey: 'new_seller',
    customerId,
    questionsVersion,
    revision,
  })
/** What two holders have after a transfer; told again once it is confirmed. */
const moved = (tokenId: string, from: string, fromBalance: string, toBalance: string, confirmed = false) =>
  outgoing('asset-indexer.chain.v1', `${nft}:${tokenId}`, AssetTransferredSchema, {
    position: { confirmed },
    contractAddress: nft,
    tokenId,
    from,
    to: '0xB0',
    fromBalance,
    toBalance,
  })
const feesOf = (contractAddress: string, revision: number, basisPoints: number) =>
  outgoing('moderation.fee.v1', contractAddress || 'general', FeesChangedSchema, {
    blockchain: contractAddress && 'kub',
    contractAddress,
    revision,
    fees: [{ feeId: `f${contractAddress}`, type: 'service', basisPoints, enabled: true }],
    ranges: contractAddress ? [{ issuerId: 'i', customerId: 'join-i', tokenFrom: '1', tokenTo: '9' }] : [],
  })
const shownOn = (contractAddress: string, revision: number, ...sites: string[]) =>
  outgoing('asset-indexer.collection.v1', contractAddress, CollectionSitesChangedSchema, {
    collectionId: `c${contractAddress}`,
    blockchain: 'kub',
    contractAddress,
    sites,
    revision,
  })
const site = (siteId: string, revision: number, offers: boolean) =>
  outgoing('gateway.site.v1', siteId, SiteChangedSchema, {
    siteId,
    domains: [`${siteId}.example`],
    offers,
    revision,
  })
const order = { hash: hashOf(1), _id: 'o1' } as Order

/** What others have said, an older state after a newer one among it. */
const said: Record<string, readonly Outgoing[]> = {
  accounts: [
    account({ who: 'seller', wallets: [wallet('0xA1'), wallet('0xa2')], revision: 1 }),
    account({ who: 'seller', wallets: [wallet('0xa3')], revision: 3, kycLevel: 1 }),
    account({ who: 'seller', wallets: [wallet('0xa4')], revision: 2 }),
    account({ who: 'buyer', wallets: [], revision: 1 }),
  ],
  assessment: [
    assessment('', 1, 1),
    assessment('', 3, 5),
    assessment('', 2, 3),
    assessment('join-seller', 2, 2),
  ],
  assets: [asset('1', false, 1), asset('1', true, 3), asset('1', false, 2), asset('2', false, 1)],
  fees: [feesOf('0xaa', 1, 100), feesOf('0xaa', 3, 300), feesOf('0xaa', 2, 200), feesOf('', 1, 250)],
  holdings: [
    moved('1', '0x0', '', '5'),
    moved('2', '0xa1', '3', '1'),
    moved('1', '0xa1', '7', '9'),
    moved('1', '0x0', '', '5', true),
    moved('2', '0xa1', '0', '4'),
  ],
  shippings: [
    shipping(order, { revision: 1 }, 's1'),
    shipping(order, { revision: 3, status: 'completed', paymentStatus: 'completed', txHash: '0x1' }, 's1'),
    shipping(order, { revision: 2, status: 'processing' }, 's1'),
    shipping(order, { revision: 1 }, 's2'),
  ],
  shown_collection: [
    shownOn('0xAA', 1, 'a'),
    shownOn('0xaa', 3),
    shownOn('0xaa', 2, 'b'),
    shownOn('0xbb', 1, 'a'),
  ],
  site: [site('temple', 1, true), site('temple', 3, false), site('temple', 2, true), site('club', 1, true)],
  suspension: [suspension('s1', 1), suspension('s1', 3), suspension('s1', 2), suspension('s2', 1)],
}

test.each(service.replicas.map((one) => [one.name, one] as const))(
  'the replica of %s is rebuilt from its topic to the same rows',
  async (name, one) => {
    const messages = (said[name] ?? []).map((message) => ({
      ...message,
      id: randomUUID(),
      headers: {},
      time: now,
    }))
    expect(messages.length).toBeGreaterThan(0)
    await bus.ensureTopics([one.topic])
    await bus.publish(messages)
    await inTx(book.db, async (tx) => {
      for (const message of messages) await one.write(tx, { ...message, partition: 0, offset: '' })
    })
    const rows = () =>
      Promise.all(
        one.tables.map(async (table) => (await book.db.query(`select * from ${table} order by 1, 2`)).rows),
      )
    const before = await rows()
    expect(before.flat().length).toBeGreaterThan(1)
    for (const table of one.tables) await book.owner.query(`delete from ${table}`)
    await rebuildReplica(book.owner, bus, one)
    expect(await rows()).toEqual(before)
  },
)
