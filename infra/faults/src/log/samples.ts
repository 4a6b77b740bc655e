import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, times } from '@talad/demo/random'
import * as chain from '@talad/proto/asset-indexer/v1/events'
import { BankRequestChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { MintChangedSchema, TriggerFinishedSchema } from '@talad/proto/campaign/v1/events'
import { DomainMissedSchema, SiteChangedSchema, SitePagePublishedSchema } from '@talad/proto/gateway/v1/site'
import { permissionNames } from '@talad/proto/http/permissions'
import {
  AccountChangedSchema,
  AccountMergedSchema,
  PersonErasedSchema,
} from '@talad/proto/identity/v1/events'
import { BooksFrozenSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import {
  AssessmentChangedSchema,
  PermissionsChangedSchema,
  ReportDecidedSchema,
} from '@talad/proto/moderation/v1/events'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { IssuedSuspensionSchema } from '@talad/proto/moderation/v1/suspension'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { CryptoTradeProvenSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, type OutMessage, outgoing } from '@talad/shared/bus/port'
import { hexOf } from '../simulator/order-samples.ts'
import { START } from '../simulator/service.ts'

/** The order as each of its messages knows it first. */
function ordersIn(messages: readonly OutMessage[]): OrderChanged[] {
  const orders = messages
    .filter(({ type }) => type === OrderChangedSchema.typeName)
    .map(({ payload }) => fromBinary(OrderChangedSchema, payload))
  return [...new Map(orders.map((order) => [order.hash, order])).values()]
}

const timeOf = (n: number) => timestampFromDate(new Date(START.getTime() + n))

/** Some changes of one thing, one after the other. */
const some = (random: Random, make: (n: number) => Outgoing) => times(2 + Math.floor(random() * 3), make)

/** What the indexer publishes of an order and its token; the last block is taken back now and then. */
function chainOf({ hash, offerer, asset }: OrderChanged, random: Random): Outgoing[][] {
  const { contractAddress = '', tokenId = '' } = asset ?? {}
  const topic = 'asset-indexer.chain.v1'
  const positionOf = (n: number, reverted = false) => ({
    blockchain: 'kub',
    blockNumber: BigInt(200 + n),
    blockHash: hexOf(`block ${n}`, 64),
    blockTime: timeOf(n),
    txHash: hexOf(`${hash} ${n}`, 64),
    logIndex: 1,
    reverted,
  })
  const [own, other] = [hexOf(`own ${hash}`, 40), hexOf(`other ${hash}`, 40)]
  const token = {
    contractAddress,
    contractType: 'erc1155',
    tokenId,
    assetId: hexOf(`asset ${contractAddress} ${tokenId}`, 24),
  }
  const moved = some(random, (n) => {
    const [from, to] = n % 2 === 0 ? [own, other] : [other, own]
    const message = {
      position: positionOf(n),
      ...token,
      from,
      to,
      amount: '1',
      fromBalance: '0',
      toBalance: '1',
    }
    return outgoing(topic, `${contractAddress}:${tokenId}`, chain.AssetTransferredSchema, message)
  })
  const approved = some(random, (n) => {
    const message = { contractAddress, owner: offerer, operator: hexOf('conduit', 40), approved: n % 2 === 0 }
    return outgoing(topic, offerer, chain.ApprovalForAllChangedSchema, {
      position: positionOf(n),
      ...message,
    })
  })
  const counted = some(random, (n) => {
    const message = { position: positionOf(n), offerer: hexOf(`raises ${hash}`, 40), newCounter: `${n + 1}` }
    return outgoing(topic, message.offerer, chain.CounterIncrementedSchema, message)
  })
  const ended = [false, true].flatMap((reverted) => {
    const about = { position: positionOf(9, reverted), orderHash: hash, offerer }
    const sold = { ...about, contractAddress, tokenId, amount: '1' }
    return [
      outgoing(topic, hash, chain.OrderValidatedSchema, about),
      outgoing(topic, hash, chain.OrderFulfilledSchema, sold),
      outgoing(topic, hash, chain.OrderCancelledSchema, about),
    ]
  })
  return [moved, approved, counted, ended]
}

/** What others publish of an order's seller, token and contract. */
function aboutOf({ hash, asset, ...order }: OrderChanged, random: Random): Outgoing[][] {
  const { contractAddress = '', tokenId = '' } = asset ?? {}
  const { offererAccountId: accountId, offererCustomerId: customerId } = order
  const place = { blockchain: 'kub', contractAddress }
  const range = (n: number) => ({ tokenFrom: `${10 * n}`, tokenTo: `${10 * n + 9}` })
  const assetId = hexOf(`asset ${contractAddress} ${tokenId}`, 24)
  const asAsset = { assetId, ...place, tokenId, contractType: 'erc1155', collectionId: 'c' }
  const assetKey = `${contractAddress}:${tokenId}`
  const changed = <D extends Parameters<typeof outgoing>[2]>(
    topic: string,
    key: string,
    schema: D,
    message: (n: number) => Parameters<typeof outgoing<D>>[3],
  ) => some(random, (n) => outgoing(topic, key, schema, message(n)))
  return [
    changed('identity.account.v1', accountId, AccountChangedSchema, (n) => ({
      accountId,
      customerId,
      kycLevel: n,
      wallets: times(n, (w) => ({ address: hexOf(`${hash} ${w}`, 40), provider: 'web3' })),
      revision: 2 * n + 1,
    })),
    changed('campaign.mint.v1', `mint ${hash}`, MintChangedSchema, (n) => ({
      mintId: `mint ${hash}`,
      ...place,
      tokenId,
      collectionId: 'fair',
      itemId: 'lantern',
      itemTokenId: 1n,
      txStatus: n === 0 ? 'pending' : 'mined',
      revision: n + 1,
    })),
    changed('campaign.trigger.v1', `trigger ${hash}`, TriggerFinishedSchema, (n) => ({
      triggerId: `trigger ${hash}`,
      accountId,
      status: 400,
      tokens: [{ ...place, tokenId, itemTokenId: 0n }],
      released: n > 0,
      revision: n + 1,
    })),
    changed('asset-indexer.asset.v1', assetKey, chain.AssetChangedSchema, (n) => ({
      ...asAsset,
      name: `name ${n}`,
      tradable: n % 2 === 0,
      ...(n > 0 && { abstractKind: 'vnft', abstractCollectionId: 'fair', abstractItemId: 'lantern' }),
      at: timeOf(Math.floor(n / 2)), // some within one millisecond
    })),
    changed('asset-indexer.asset.v1', `${assetKey}1`, chain.AssetMetadataReadSchema, (n) => ({
      assetId: `${assetId}1`,
      ...place,
      tokenId: `${tokenId}1`,
      collectionName: 'c',
      texts: [{ field: 'description', text: n % 2 === 0 ? 'drawn by hand' : `<b>${n}</b> at evil.example` }],
      metadataHash: hexOf(`text ${n}`, 64),
      at: timeOf(n),
    })),
    changed('asset-indexer.collection.v1', contractAddress, chain.CollectionSitesChangedSchema, (n) => ({
      collectionId: 'c',
      ...place,
      sites: times(n, (site) => hexOf(`site ${site}`, 24)),
      revision: n + 1,
    })),
    changed('moderation.assessment.v1', `new_seller:${customerId}`, AssessmentChangedSchema, (n) => ({
      contentKey: 'new_seller',
      customerId,
      questionsVersion: n + 1,
      revision: 2 * n + 1,
    })),
    changed('moderation.fee.v1', `kub:${contractAddress}`, FeesChangedSchema, (n) => ({
      ...place,
      fees: [
        {
          feeId: `fee of ${contractAddress}`,
          type: 'royalty',
          customerId: 'join-artist',
          basisPoints: 100 * n,
          enabled: true,
        },
      ],
      ranges: times(n, (r) => ({ issuerId: `i${r}`, customerId: `join-${r}`, ...range(r) })),
      revision: 2 * n + 1,
    })),
    changed('gateway.site.v1', hexOf(`site ${hash}`, 24), SiteChangedSchema, (n) => ({
      siteId: hexOf(`site ${hash}`, 24),
      slug: `s${hash.slice(2, 12)}`,
      nameTh: `${n}`,
      nameEn: `${n}`,
      domains: times(n, (at) => `s${at}-${hash.slice(2, 12)}.localhost`),
      adminDomains: [],
      offers: n % 2 === 0,
      revision: n + 1,
      at: timeOf(n),
    })),
    changed(
      'gateway.site.v1',
      `${hexOf(`site ${hash}`, 24)}:page-terms-th`,
      SitePagePublishedSchema,
      (n) => ({
        siteId: hexOf(`site ${hash}`, 24),
        page: 'terms',
        language: 'th',
        revision: n + 1,
        at: timeOf(n),
      }),
    ),
    changed('gateway.site.v1', `d-${hash.slice(2, 12)}.example`, DomainMissedSchema, (n) => ({
      siteId: hexOf(`site ${hash}`, 24),
      domain: `d-${hash.slice(2, 12)}.example`,
      letGo: n % 2 === 1,
      at: timeOf(n),
    })),
    changed('moderation.issuer.v1', `i ${hash}`, IssuerChangedSchema, (n) => ({
      issuerId: `i ${hash}`,
      slug: `s${hash}${n}`,
      nameTh: `${n}`,
      nameEn: `${n}`,
      customerId,
      at: timeOf(n),
      ranges: times(n, (r) => ({ ...place, ...range(r) })),
      revision: 2 * n + 1,
    })),
    changed('moderation.report.v1', accountId, ReportDecidedSchema, (n) => ({
      flagId: hexOf(`flag ${hash}`, 24),
      round: n + 1,
      reporter: accountId,
      ...place,
      tokenId,
      outcome: n % 2 === 0 ? 'suspended' : 'ignored',
      at: timeOf(n),
    })),
    changed('moderation.report.v1', customerId, IssuedSuspensionSchema, (n) => ({
      suspensionId: hexOf(`issued ${hash}`, 24),
      customerId,
      ...place,
      ...range(0),
      revision: n + 1,
      status: n % 2 === 0 ? 'suspended' : 'unsuspended',
      at: timeOf(n),
    })),
    changed('bank-withdrawal.bank-request.v1', `b ${hash}`, BankRequestChangedSchema, (n) => ({
      accountId,
      requestId: hexOf(`request ${hash}`, 24).slice(2),
      at: timeOf(n),
      revision: n + 1,
      status: n === 0 ? 'pending' : 'success',
    })),
    [
      outgoing('shipping-payment.shipping.v1', `t ${hash}`, CryptoTradeProvenSchema, {
        shippingId: hexOf(`trade ${hash}`, 24).slice(2),
        orderType: 'list',
        accountId,
        amount: '1',
        at: timeOf(0),
      }),
    ],
    [
      outgoing('identity.account.v1', `gone ${hash}`, PersonErasedSchema, {
        accountId: `gone ${hash}`,
        at: timeOf(0),
      }),
    ],
    [
      outgoing('identity.account.v1', `merged ${hash}`, AccountMergedSchema, {
        accountId: `merged ${hash}`,
        intoAccountId: accountId,
        intoCustomerId: customerId,
        number: 1n,
        at: timeOf(0),
      }),
    ],
  ]
}

/** What admins may do, and whether the books are frozen. */
function ofAll(random: Random): Outgoing[][] {
  return [
    ...['join-admin-0', 'join-admin-1'].map((customerId) =>
      some(random, (n) => {
        const permissions = permissionNames.filter(() => random() < 0.2)
        const grant = { customerId, superAdmin: random() < 0.3, permissions, revision: n + 1 }
        const message = { ...grant, changedBy: 'operator:a', at: timeOf(n) }
        return outgoing('moderation.permission.v1', customerId, PermissionsChangedSchema, message)
      }),
    ),
    some(random, (n) => {
      const about = { at: timeOf(n), revision: n + 1 }
      return n % 2 === 0
        ? outgoing('ledger.books.v1', 'ledger', BooksFrozenSchema, { ...about, faults: 1, found: ['one'] })
        : outgoing('ledger.books.v1', 'ledger', BooksThawedSchema, { ...about, by: 'operator:a', note: '' })
    }),
  ]
}

/** Beside recorded messages, those that no workload of the simulator causes, about the same orders; each list keeps its order. */
export function samplesFor(recorded: readonly OutMessage[], random: Random): Outgoing[][] {
  return [
    ...ordersIn(recorded).flatMap((order) => [...chainOf(order, random), ...aboutOf(order, random)]),
    ...ofAll(random),
  ]
}
