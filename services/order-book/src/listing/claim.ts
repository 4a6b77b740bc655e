import type { putOrder } from '@talad/proto/http/order-book/orders'
import type { OrderParameters } from '@talad/proto/http/order-book/seaport'
import { lowerAddress } from '@talad/shared/chain/address'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'

type Body = z.output<NonNullable<typeof putOrder.body>>
export type ClaimedShare = NonNullable<Body['shippingDistributions']>[number]

type ClaimedPayees = { offererCustomerId: string; distribution: readonly ClaimedShare[] }

/** What a client says of the order that it puts. Nothing of it is believed before it is checked (OB-8). */
export type Claim = {
  type: string
  blockchain: string
  assetBlockchain: string
  contract: string
  contractType: string
  tokenId: string
  duration: string
  token: string
  priceText: string
  amount: bigint
  allowPartial: boolean
  isJoinWallet: boolean
  version: string
  hash: string
  /** of an offer: the wallet that gets the NFT */
  recipient: string | undefined
  shipping: ClaimedPayees | undefined
  crypto: ClaimedPayees | undefined
  distribution: readonly ClaimedShare[] | undefined
  parameters: OrderParameters
  signature: string | undefined
}

/**
 * Addresses in lower case, so that one order has one text.
 * @throws Rejection VALIDATION on a bad checksum (GW-17), or when the count of the items isn't theirs
 */
function lowerParameters(given: OrderParameters): OrderParameters {
  if (given.totalOriginalConsiderationItems !== given.consideration.length) {
    throw new Rejection('VALIDATION', { field: 'order.order.parameters.totalOriginalConsiderationItems' })
  }
  const at = (text: string, field: string) => lowerAddress(text, `order.order.parameters.${field}`)
  return {
    ...given,
    offerer: at(given.offerer, 'offerer'),
    zone: at(given.zone, 'zone'),
    offer: given.offer.map((item) => ({ ...item, token: at(item.token, 'offer') })),
    consideration: given.consideration.map((item) => ({
      ...item,
      token: at(item.token, 'consideration'),
      recipient: at(item.recipient, 'consideration'),
    })),
    salt: given.salt.toLowerCase(),
  }
}

function payeesOf(block: Body['order']['shipping']): ClaimedPayees | undefined {
  return block && { offererCustomerId: block.offerer_customer_id, distribution: block.distribution }
}

/** Reads the body of POST /order; the last part of check 5 of OB-9. @throws Rejection VALIDATION (GW-17) */
export function readClaim(body: Body): Claim {
  const { order, asset, price } = body
  const recipient = body.recipientAddress
    ? lowerAddress(body.recipientAddress, 'recipientAddress')
    : undefined
  return {
    type: order.type,
    blockchain: order.blockchain,
    assetBlockchain: asset.contract.blockchain,
    contract: lowerAddress(asset.contract.address, 'asset.contract.address'),
    contractType: asset.contract.type,
    tokenId: asset.token.id,
    duration: body.duration,
    token: lowerAddress(price.token, 'price.token'),
    priceText: price.text,
    amount: BigInt(body.amount),
    allowPartial: body.allowPartial,
    isJoinWallet: body.isJoinWallet,
    version: order.version,
    hash: order.hash,
    recipient,
    shipping: payeesOf(order.shipping),
    crypto: payeesOf(order.crypto),
    distribution: body.shippingDistributions,
    parameters: lowerParameters(order.order.parameters),
    signature: order.order.signature,
  }
}
