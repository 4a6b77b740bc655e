import { callbackFields } from '@talad/e2e/card-callback'
import { onceHeard } from '@talad/e2e/people'
import { purchasePreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { cryptoShippingHttp as crypto } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { shippingAdminHttp as admin } from '@talad/proto/http/shipping-payment/shipping-admin'
import { id } from 'ethers'
import {
  listedInCoins,
  mismatched,
  moneyRefused,
  paidTooLate,
  paying,
  purchaseAtRest,
  type Reserved,
  reserved,
  sentBack,
  sold,
  takenBack,
  undelivered,
} from './purchases.ts'
import { auditsBy, type Counted, eventsOf, type Row, row } from './row.ts'
import { note, type World } from './world.ts'

const ELSEWHERE = `0x${'9'.repeat(40)}`
const elses = (id: string) => id.replace(/^./, (digit) => (digit === 'f' ? 'e' : 'f'))

/** A call that names a purchase which waits for its payment. */
const onPurchase = (effectOn?: (stream: string) => Counted) => async (world: World) => {
  const { buyer: by, shipping } = await reserved(world)
  const body = { shipping_id: shipping._id }
  const other = { body: { shipping_id: elses(shipping._id) } }
  return { by, body, other, ...(effectOn && { effect: effectOn(`shipping-${shipping._id}`) }) }
}

/** What may be paid: one that the provider would not open, or of which its page was lost, gives way to the next. */
const payments = (stream: string): Counted => ({
  sql: `select count(*) filter (where type = 'PaymentRequested') - count(*) filter (where type = 'PaymentRefused' and
      version < (select max(version) from kit.event where stream = $1 and type = 'PaymentRequested')) as n
    from kit.event where stream = $1`,
  values: [stream],
})

/** An admin's decision on a purchase as it is then. */
const decided = (bring: (world: World) => Promise<Reserved>) => async (world: World) => {
  const { _id: shipping_id, version } = await purchaseAtRest(world, await bring(world))
  return { params: { shipping_id }, body: { note, version }, effect: auditsBy }
}

const cryptoIntent = async (world: World) => {
  const [by, order] = [await world.newcomer(), await listedInCoins(world)]
  return { by, body: { order_hash: order.hash, amount: '1', recipient_address: by.address } }
}

const ofSale = async (world: World) => ({ params: { shipping_id: (await sold(world)).shipping._id } })

const callback = async (world: World) => {
  const { payment } = await paying(world)
  return callbackFields(payment, world.cardSecret)
}
const result = async (world: World) => {
  const { orderNo: OrderNo, transactionId } = (await paying(world)).payment
  return { OrderNo, Status: 'fail', TransNo: String(transactionId) }
}

const rangeOf = async (world: World) => {
  const { contract: contract_address, token } = await world.asset()
  const query = { blockchain: world.run.blockchain, contract_address, token_from: token, token_to: token }
  return { query }
}

export const rows: readonly Row[] = [
  row(
    http.ship,
    async (world) => {
      const [by, order] = [await world.newcomer(), await world.offer()]
      const about = { order_hash: order.hash, amount: '1', defer_payment: true }
      const sql = 'select count(*) as n from shipping where order_hash = $1'
      return {
        by,
        body: { ...about, recipient_address: by.address },
        other: { body: { ...about, recipient_address: ELSEWHERE } },
        effect: { sql, values: [order.hash] },
      }
    },
    { owns: null },
  ),
  row(http.topupAndPay, onPurchase(payments), { owns: 'not_the_buyer' }),
  row(http.checkShippingPay, onPurchase(), { owns: 'not_the_buyer' }),
  row(
    http.cancelPayment,
    onPurchase((stream) => eventsOf(stream, 'ShippingCanceled')),
    { owns: 'not_the_buyer' },
  ),
  row(
    http.refundLatePayment,
    async (world) => {
      const { topup, buyer: by, shipping } = await paidTooLate(world)
      const other = { body: { shipping_id: elses(shipping._id) } }
      const effect = eventsOf(`topup-${topup._id}`, 'RefundRequested')
      return { by, body: { shipping_id: shipping._id }, other, effect }
    },
    { owns: 'not_the_buyer' },
  ),
  row(
    cardProviderHttp.mockTopupCallback,
    async (world) => {
      const { buyer: by, shipping } = await paying(world)
      return { by, body: { shipping_id: shipping._id, payment_status: 1 as const } }
    },
    { owns: 'not_the_buyer' },
  ),
  row(cardProviderHttp.chillpayCallback, async (world) => ({ body: await callback(world) })),
  row(cardProviderHttp.chillpayCallbackGet, async (world) => ({ query: await callback(world) })),
  row(cardProviderHttp.chillpayRedirect, async (world) => ({ body: await result(world) })),
  row(cardProviderHttp.chillpayRedirectGet, async (world) => ({ query: await result(world) })),
  row(
    crypto.shipCrypto,
    async (world) => {
      const { by, body } = await cryptoIntent(world)
      return { by, body, other: { body: { ...body, recipient_address: ELSEWHERE } } }
    },
    { owns: null },
  ),
  row(
    crypto.processingCrypto,
    async (world) => {
      const { by, body: intent } = await cryptoIntent(world)
      const open = () => by.call(crypto.shipCrypto, { body: intent })
      const { shipping } = await onceHeard(['order_not_found'], open)
      const body = { shipping_id: shipping._id, tx_hash: id(`a transaction ${world.next()}`) }
      return { by, body, other: { body: { ...body, tx_hash: id('another') } } }
    },
    { owns: 'shipping_not_found' },
  ),
  row(crypto.cryptoHistory, async (world) => ({ by: (await cryptoIntent(world)).by, query: { lm: 1 } })),
  row(
    http.shippingPick,
    async (world) => {
      const { buyer: by, shipping } = await reserved(world)
      return { by, params: { shipping_id: shipping._id } }
    },
    { owns: 'shipping_not_found' },
  ),
  row(
    http.shippingHistory,
    async (world) => {
      const { buyer: by, shipping } = await sold(world)
      return { by, query: { ac: 'buy', lm: '1', id: shipping._id } }
    },
    { owns: 'nothing' },
  ),
  row(admin.adminCancelDelivery, decided(undelivered)),
  row(admin.adminAskMoneyAgain, decided(moneyRefused)),
  row(admin.adminDecideIncident, async (world) => {
    const params = { shipping_id: (await takenBack(world)).shipping._id }
    const { shipping } = await (await world.chief()).call(admin.adminShippingPick, { params })
    return { params, body: { decision: 'close' as const, note, version: shipping.version }, effect: auditsBy }
  }),
  row(admin.adminDecideMismatch, async (world) => {
    const { _id: topup_id, version } = await mismatched(world)
    const body = { decision: 'accept' as const, note, version }
    return { params: { topup_id }, body, effect: auditsBy }
  }),
  row(admin.adminRefundCard, async (world) => {
    const { _id: topup_id, version } = (await paidTooLate(world)).topup
    return { params: { topup_id }, body: { note, version }, effect: auditsBy }
  }),
  row(admin.adminEndRefund, async (world) => {
    const { _id: topup_id, version } = await sentBack(world)
    return { params: { topup_id }, body: { end: 'sent_back' as const, note, version }, effect: auditsBy }
  }),
  row(admin.adminAskProvider, async (world) => ({ params: { topup_id: (await mismatched(world))._id } })),
  row(admin.adminShippingPick, ofSale),
  row(admin.adminShippingTimeline, ofSale),
  row(admin.adminShippingList, { query: { ps: 2 } }),
  row(admin.adminTopupPick, async (world) => ({ params: { topup_id: (await mismatched(world))._id } })),
  row(admin.adminTopupList, { query: { ps: 1 } }),
  row(admin.adminRefundList, {}),
  row(admin.cardReconciliations, async (world) => {
    await world.hasten('shipping-payment', 'topup.reconciliation')
    return {}
  }),
  row(purchasePreviewHttp.previewSuspendedPurchases, rangeOf),
  row(purchasePreviewHttp.suspensionsKnownToPurchases, {}),
]
