import { orderPreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { orderAdminHttp as admin } from '@talad/proto/http/order-book/order-admin'
import { orderBookHttp as http } from '@talad/proto/http/order-book/orders'
import { coinsOf, listedInCoins, signedListing, sold, untilWalletIsKnown } from './purchases.ts'
import { eventsOf, type Row, row } from './row.ts'
import { note } from './world.ts'

const elses = (id: string) => id.replace(/^./, (digit) => (digit === 'f' ? 'e' : 'f'))
const rowsOf = (hash: string) => ({
  sql: 'select count(*) as n from order_row where hash = $1',
  values: [hash],
})

export const rows: readonly Row[] = [
  row(
    http.putOrder,
    async (world) => {
      const { person: by, body } = await signedListing(world)
      return { by, body, other: { body: { ...body, duration: '1w' } }, effect: rowsOf(body.order.hash) }
    },
    { owns: 'invalid_offerer' },
  ),
  row(
    http.cancelOrder,
    async (world) => {
      const { _id: order_id, hash } = await world.offer()
      const effect = eventsOf(`order-${hash.slice(2)}`, 'OrderCancelled')
      return {
        by: await world.seller(),
        body: { order_id },
        other: { body: { order_id: elses(order_id) } },
        effect,
      }
    },
    { owns: 'not_your_order' },
  ),
  row(
    http.confirmOrder,
    async (world) => {
      const [by, { _id: order_id }] = [await world.seller(), await listedInCoins(world)]
      await by.call(http.cancelOrder, { body: { order_id } }) // hidden, and back again (OB-13)
      return { by, body: { order_id } }
    },
    { owns: 'not_your_order' },
  ),
  row(http.distributionPreview, async (world) => ({ body: await coinsOf(world) })),
  row(http.orderTerms, {}),
  row(http.rates, {}),
  row(http.listOrders, { query: { ps: 1 } }),
  row(http.orderChanges, { query: { lm: 1 } }),
  row(http.getOrder, async (world) => ({ query: { ha: (await sold(world)).shipping.order.hash } })),
  row(http.orderLog, async (world) => {
    const { shipping } = await sold(world)
    return { query: { bc: world.run.blockchain, tx: shipping.tx_hash ?? '' } }
  }),
  row(admin.putDeal, async (world) => {
    const { person, body: listing } = await signedListing(world)
    const deal = { ...listing, order: { ...listing.order, type: 'deal' as const } }
    const buyer = await world.buyer()
    await untilWalletIsKnown(world, buyer)
    const body = { customer: person.customerId, counterparty: buyer.customerId, deal, note }
    return { body, effect: rowsOf(listing.order.hash) }
  }),
  row(admin.listAdminOrders, { query: { ps: 1 } }),
  row(admin.pickAdminOrder, async (world) => ({ params: { hash: (await world.offer()).hash } })),
  row(orderPreviewHttp.previewSuspendedOrders, async (world) => {
    const { contract: contract_address, token } = await world.asset()
    return {
      query: { blockchain: world.run.blockchain, contract_address, token_from: token, token_to: token },
    }
  }),
  row(orderPreviewHttp.suspensionsKnownToOrders, {}),
]
