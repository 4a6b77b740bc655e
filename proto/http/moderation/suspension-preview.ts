import { z } from 'zod'
import { hash, isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { nftRangeQuery } from '../nft-range.ts'

const path = `${base.admin}/moderation/suspension/preview`
const auth = { kind: 'admin', permission: 'suspension.read' } as const
const query = nftRangeQuery
const count = z.int().min(0)

type Knowing = { name: string; service: 'asset-indexer' | 'order-book' | 'shipping-payment'; of: string }

/** MO-7: how far a service has heard of suspensions; a bus that is late shows here. */
const known = <T extends Knowing>({ name, service, of }: T) =>
  endpoint({
    name,
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/moderation/suspension/known/${of}`,
    summary: 'When the newest decision about a suspension was made that this service has heard of',
    status: 200,
    response: z.object({ newest: isoTime.nullable().describe('null: it has heard of none') }),
  })

/** AW-7: what a suspension of a range would hide, as the asset indexer knows it. */
export const assetPreviewHttp = {
  suspensionsKnownToAssets: known({
    name: 'suspensionsKnownToAssets',
    service: 'asset-indexer',
    of: 'assets',
  }),
  previewSuspendedAssets: endpoint({
    name: 'previewSuspendedAssets',
    service: 'asset-indexer',
    method: 'GET',
    auth,
    query,
    path: `${path}/assets`,
    summary: 'How many assets a range has, with some of them (AW-7)',
    status: 200,
    response: z.object({
      collection: z
        .object({
          _id: objectId.describe('id of the collection'),
          slug: z.string().describe('its name in addresses'),
          name: z.string().describe('its name, of the chain'),
        })
        .nullable()
        .describe('null: nothing of this contract is indexed'),
      assets: count.describe('assets that the range covers now'),
      suspended: count.describe('of these, suspended already'),
      samples: z
        .array(
          z.object({
            asset_id: objectId.describe('id of the asset'),
            token_id: z.string().describe('token id, decimal'),
            name: z.string().describe('its name, of its metadata'),
            image: z.string().nullable().describe('address of a small picture'),
          }),
        )
        .describe('those with the latest activity, at most 6'),
    }),
    errors: ['validation'],
  }),
}

/** AW-7: what would become inactive. */
export const orderPreviewHttp = {
  suspensionsKnownToOrders: known({
    name: 'suspensionsKnownToOrders',
    service: 'order-book',
    of: 'orders',
  }),
  previewSuspendedOrders: endpoint({
    name: 'previewSuspendedOrders',
    service: 'order-book',
    method: 'GET',
    auth,
    query,
    path: `${path}/orders`,
    summary: 'How many open orders a range has, with some of them (AW-7)',
    status: 200,
    response: z.object({
      orders: count.describe('open orders on what the range covers'),
      samples: z
        .array(
          z.object({
            hash: hash.describe('hash of the order'),
            token_id: z.string().describe('token id, decimal'),
            price: z.string().describe('price, in display units'),
            symbol: z.string().describe('token of the price'),
          }),
        )
        .describe('the dearest, at most 6'),
    }),
    errors: ['validation'],
  }),
}

/** AW-7: whose purchases would be stopped. */
export const purchasePreviewHttp = {
  suspensionsKnownToPurchases: known({
    name: 'suspensionsKnownToPurchases',
    service: 'shipping-payment',
    of: 'purchases',
  }),
  previewSuspendedPurchases: endpoint({
    name: 'previewSuspendedPurchases',
    service: 'shipping-payment',
    method: 'GET',
    auth,
    query,
    path: `${path}/purchases`,
    summary: 'How many purchases under way a range has, and what would become of them (AW-7, SP-30)',
    status: 200,
    response: z.object({
      canceled: count.describe('not paid yet: would be canceled'),
      refunded: count.describe('paid, delivery not signed yet: would be stopped and refunded (SP-25)'),
      finishing: count.describe('delivery signed: would be finished (SP-30)'),
    }),
    errors: ['validation'],
  }),
}
