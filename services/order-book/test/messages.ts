import { randomBytes } from 'node:crypto'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  ApprovalForAllChangedSchema,
  AssetChangedSchema,
  AssetTransferredSchema,
  CounterIncrementedSchema,
  OrderCancelledSchema,
  OrderFulfilledSchema,
  OrderValidatedSchema,
} from '@talad/proto/asset-indexer/v1/events'
import type { Order } from '@talad/proto/http/order-book/orders'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import type { TransactionReceipt } from 'ethers'

import type { Market } from './market.ts'

const CHAIN = 'asset-indexer.chain.v1'

let revision = 0

export function account(about: {
  who: string
  wallets: { address: string; provider: string }[]
  kycLevel?: number
  revision?: number
}): Outgoing {
  revision += 1
  return outgoing('identity.account.v1', `account-${about.who}`, AccountChangedSchema, {
    accountId: `account-${about.who}`,
    customerId: `join-${about.who}`,
    kycLevel: about.kycLevel ?? 2,
    wallets: about.wallets,
    revision: about.revision ?? revision,
  })
}

export type Kind = 'single' | 'multiple'
export const contractOf = (market: Market, kind: Kind) => String(market[kind].target).toLowerCase()
export const typeOf = (kind: Kind) => (kind === 'single' ? ('erc721' as const) : ('erc1155' as const))

export function asset(
  market: Market,
  kind: Kind,
  tokenId: string,
  changes: MessageInitShape<typeof AssetChangedSchema> = {},
): Outgoing {
  const contract = contractOf(market, kind)
  return outgoing('asset-indexer.asset.v1', `${contract}:${tokenId}`, AssetChangedSchema, {
    assetId: randomBytes(12).toString('hex'),
    blockchain: 'kub',
    contractAddress: contract,
    contractType: typeOf(kind),
    tokenId,
    collectionId: 'c1',
    name: `Asset ${tokenId}`,
    tradable: true,
    at: timestampFromDate(new Date()),
    ...changes,
  })
}

/** What moderation says of one token; an odd revision suspends it. */
export function suspension(
  market: Market,
  tokenId: string,
  revision: number,
  changes: MessageInitShape<typeof SuspensionChangedSchema> = {},
): Outgoing {
  const contractAddress = contractOf(market, 'single')
  return outgoing('moderation.suspension.v1', `kub:${contractAddress}`, SuspensionChangedSchema, {
    suspensionId: `s-${tokenId}`,
    status: revision % 2 === 1 ? 'suspended' : 'unsuspended',
    blockchain: 'kub',
    contractAddress,
    tokenFrom: tokenId,
    tokenTo: tokenId,
    revision,
    at: timestampFromDate(new Date()),
    ...changes,
  })
}

type About = { reverted?: boolean; logIndex?: number; blockHash?: string; txHash?: string }

function position(receipt: TransactionReceipt, about: About) {
  return {
    blockchain: 'kub',
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: about.blockHash ?? receipt.blockHash,
    txHash: about.txHash ?? receipt.hash,
    logIndex: about.logIndex ?? 0,
    reverted: about.reverted ?? false,
  }
}

export const facts = {
  fulfilled: (receipt: TransactionReceipt, order: Order, amount: string, about: About = {}) =>
    outgoing(CHAIN, order.hash, OrderFulfilledSchema, {
      position: position(receipt, { logIndex: 9, ...about }),
      orderHash: order.hash,
      offerer: order.offerer,
      amount,
    }),
  cancelled: (receipt: TransactionReceipt, order: Order, about: About = {}) =>
    outgoing(CHAIN, order.hash, OrderCancelledSchema, {
      position: position(receipt, about),
      orderHash: order.hash,
      offerer: order.offerer,
    }),
  validated: (receipt: TransactionReceipt, order: Order, about: About = {}) =>
    outgoing(CHAIN, order.hash, OrderValidatedSchema, {
      position: position(receipt, about),
      orderHash: order.hash,
      offerer: order.offerer,
    }),
  counter: (receipt: TransactionReceipt, offerer: string, newCounter: bigint, about: About = {}) =>
    outgoing(CHAIN, offerer, CounterIncrementedSchema, {
      position: position(receipt, about),
      offerer: offerer.toLowerCase(),
      newCounter: newCounter.toString(),
    }),
  transferred: (
    receipt: TransactionReceipt,
    about: About & {
      contract: string
      tokenId: string
      from: string
      to: string
      fromBalance: string
      fromLeft?: string
      toBalance?: string
    },
  ) =>
    outgoing(CHAIN, `${about.contract}:${about.tokenId}`, AssetTransferredSchema, {
      position: position(receipt, about),
      contractAddress: about.contract,
      tokenId: about.tokenId,
      from: about.from.toLowerCase(),
      to: about.to.toLowerCase(),
      amount: '1',
      fromBalance: about.fromBalance,
      toBalance: about.toBalance ?? '',
      // by default what the block left is what the transfer left
      fromLeft: about.fromLeft ?? about.fromBalance,
    }),
  approval: (receipt: TransactionReceipt, contract: string, owner: string) =>
    outgoing(CHAIN, owner, ApprovalForAllChangedSchema, {
      position: position(receipt, {}),
      contractAddress: contract,
      owner: owner.toLowerCase(),
    }),
}

let shippings = 0

export function shipping(
  order: Order,
  changes: MessageInitShape<typeof ShippingChangedSchema>,
  shippingId = `s${++shippings}`,
): Outgoing {
  return outgoing('shipping-payment.shipping.v1', shippingId, ShippingChangedSchema, {
    shippingId,
    orderHash: order.hash,
    orderId: order._id,
    buyerCustomerId: 'join-buyer',
    status: 'pending',
    paymentStatus: 'pending',
    amount: '1',
    revision: 1,
    ...changes,
  })
}
/** Makes the seller, the join seller and every asset known to the order book. */
export async function introduce(market: Market): Promise<void> {
  await market.send(
    account({ who: 'seller', wallets: [{ address: market.seller.address.toLowerCase(), provider: 'web3' }] }),
    account({
      who: 'jane',
      wallets: [{ address: market.joinSeller.address.toLowerCase(), provider: 'join' }],
    }),
    account({
      who: 'other',
      wallets: [{ address: market.stranger.address.toLowerCase(), provider: 'web3' }],
    }),
    ...Array.from({ length: 40 }, (_, index) => asset(market, 'single', String(index + 1))),
    asset(market, 'single', '100'),
    ...Array.from({ length: 10 }, (_, index) => asset(market, 'multiple', String(index + 1))),
  )
  await until('everything is known', async () => {
    const found = await market.db.query<{ assets: bigint; wallets: bigint }>(
      'select (select count(*) from asset) as assets, (select count(*) from wallet) as wallets',
    )
    return found.rows[0]?.assets === 51n && found.rows[0].wallets === 3n
  })
}
