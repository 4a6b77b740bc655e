import { timestampDate } from '@bufbuild/protobuf/wkt'
import {
  type ShippingChanged_Asset as Asset,
  CryptoTradeProvenSchema,
  type ShippingChanged,
  ShippingChangedSchema,
} from '@talad/proto/shipping-payment/v1/events'
import { consumer } from '@talad/shared/consumer'
import { noticesOfPurchase, noticesOfTrade } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'

const about = { topic: 'shipping-payment.shipping.v1', group: 'identity.shipping', lingerMs: 500 } as const

const placeOf = (asset: Asset | undefined) =>
  asset && { blockchain: asset.blockchain, contract: asset.contractAddress, token: asset.tokenId }

const noticesOf = ({ asset, ...purchase }: ShippingChanged) =>
  noticesOfPurchase({ ...purchase, asset: placeOf(asset) })

/** Tells buyer and seller how their purchase ended. */
const shippingChanged = consumer({
  ...about,
  event: ShippingChangedSchema,
  filter: (purchase) => noticesOf(purchase).length > 0,
  run: (purchases, { tx, now, contextOf }) =>
    give(
      tx,
      ...purchases.map((one) => ({
        told: noticesOf(one),
        at: one.at ? timestampDate(one.at) : now,
        context: contextOf(one),
      })),
    ),
})

/** Tells who filled an order in crypto that it is done. */
const cryptoTradeProven = consumer({
  ...about,
  event: CryptoTradeProvenSchema,
  each: ({ asset, at, ...trade }, { tx, now }) =>
    give(tx, {
      told: noticesOfTrade({ ...trade, asset: placeOf(asset) }),
      at: at ? timestampDate(at) : now,
    }),
})

export const shippingConsumers = [shippingChanged, cryptoTradeProven]
