import { control } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import type { Order } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { shippingAdminHttp as http } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { change } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { chooseOnCardPage, onceHeard, payByCard, shipNow, untilShipping } from '../people.ts'
import { type Desk, found, note } from './desk.ts'

/** Something else has happened to it since it was looked at: one looks again. */
const MOVED_ON = ['version_conflict']

type Decision = { params: { shipping_id: string }; body: { note: string; version: number } }

/** A decision on a purchase as it stands at the moment. */
async function decisionOn({ chief }: Desk, shipping_id: string): Promise<Decision> {
  const params = { shipping_id }
  const { shipping } = await chief.call(http.adminShippingPick, { params })
  return { params, body: { note, version: shipping.version } }
}

const topupWhen = ({ chief }: Desk, shipping: string, wanted: (topup: AdminTopup) => boolean) =>
  found(
    'the card payment is as it should be',
    () => chief.call(http.adminTopupList, { query: { shipping, ps: 1 } }),
    wanted,
  )

/** Paid with points: nothing waits for a card. */
async function paidWithPoints({ buyer, offer }: Desk, price: bigint) {
  const { _id } = await shipNow(buyer, await offer(price))
  await buyer.call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: _id } })
  return _id
}

/** CA-46: stopped before anything of its delivery is signed. */
async function stopped(desk: Desk): Promise<void> {
  const { buyer, chief } = desk
  const db = desk.db('shipping-payment')
  // the relayer takes its time
  await db.query(`create function kit.later() returns trigger language plpgsql as
    $$ begin new.next_at := now() + interval '1 hour'; return new; end $$`)
  await db.query(
    'create trigger later before insert on kit.chain_tx for each row execute function kit.later()',
  )
  try {
    const id = await paidWithPoints(desk, 30_005n)
    await untilShipping(buyer, id, ({ status }) => status === 'processing', 'paid')
    await onceHeard(MOVED_ON, async () => chief.call(http.adminCancelDelivery, await decisionOn(desk, id)))
  } finally {
    await db.query('drop trigger later on kit.chain_tx')
    await db.query('drop function kit.later')
  }
}

/** LG-18: the chain has taken back what was delivered, after the seller was paid. */
async function takenBack(desk: Desk): Promise<void> {
  const { buyer, chief } = desk
  const deps = { db: desk.db('shipping-payment'), now: () => new Date() }
  const id = await paidWithPoints(desk, 30_006n)
  await untilShipping(buyer, id, ({ status }) => status === 'completed', 'completed')
  const reason = 'the chain took it back'
  await change(deps, shippings, id, { type: 'FailDelivery', reason, now: new Date() })
  await chief.call(http.adminShippingList, { query: { incident: '1' } })
  await onceHeard(MOVED_ON, async () => {
    const { params, body } = await decisionOn(desk, id)
    return chief.call(http.adminDecideIncident, { params, body: { ...body, decision: 'close' } })
  })
}

/** What the ledger has refused is asked for again. */
async function askedAgain(desk: Desk, order: Order): Promise<void> {
  const { buyer, chief } = desk
  const deps = { db: desk.db('shipping-payment'), now: () => new Date() }
  const { _id } = await onceHeard(['order_busy'], () => shipNow(buyer, order))
  await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: _id } })
  const refused = { type: 'RecordMoneyRefused', flow: 'release', reason: 'hold_not_found' } as const
  await change(deps, shippings, _id, { ...refused, now: new Date() })
  await onceHeard(MOVED_ON, async () => chief.call(http.adminAskMoneyAgain, await decisionOn(desk, _id)))
}

/** SP-18: the provider has taken another amount than it was asked for. */
async function differing(desk: Desk): Promise<void> {
  const { run, buyer, chief } = desk
  const shipping = await shipNow(buyer, await desk.offer(9_030_008n))
  const { page, payment } = await payByCard(run, buyer, shipping)
  const taken = { orderNo: payment.orderNo, amount: String(BigInt(payment.amount) + 100n) }
  await control(run, 'PATCH', 'chillpay/transaction', taken)
  await chooseOnCardPage(page, 'success')
  await onceHeard(MOVED_ON, async () => {
    const { _id, version } = await topupWhen(desk, shipping._id, ({ mismatch }) => mismatch !== null)
    const body = { decision: 'accept' as const, note, version }
    return chief.call(http.adminDecideMismatch, { params: { topup_id: _id }, body })
  })
  const done = ({ status }: { status: string }) => status === 'completed'
  await untilShipping(buyer, shipping._id, done, 'completed')
  await chief.call(http.adminShippingPick, { params: { shipping_id: shipping._id } })
  await chief.call(http.adminShippingTimeline, { params: { shipping_id: shipping._id } })
}

/** SP-26: paid too late, given back to the card, and sent back by the bank. */
async function refunded(desk: Desk, order: Order): Promise<void> {
  const { run, buyer, chief, hasten } = desk
  const shipping = await shipNow(buyer, order)
  const { payment } = await payByCard(run, buyer, shipping)
  const { orderNo } = payment
  await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: shipping._id } })
  await control(run, 'POST', 'chillpay/settle', { orderNo, choice: 'success' })
  const { _id } = await topupWhen(desk, shipping._id, ({ status }) => status === 'completed')
  const params = { topup_id: _id }
  await until('the points are there', async () => {
    const { list } = await buyer.call(ledgerHttp.creditHistory, { query: { lm: '100', unit: 'pt_thb' } })
    return list.some(({ topup_id }) => topup_id === _id)
  })
  const look = async () => (await chief.call(http.adminTopupPick, { params })).topup
  await onceHeard(MOVED_ON, async () => {
    const { version } = await look()
    return chief.call(http.adminRefundCard, { params, body: { note, version } })
  })
  await until('the card is refunded', async () => {
    await hasten('shipping-payment', 'topup.refund', _id)
    return (await look()).refund?.status === 'refunded'
  })
  await chief.call(http.adminRefundList, { query: {} })
  await control(run, 'POST', 'chillpay/return', { orderNo, choice: 'sent_back' })
  await onceHeard(MOVED_ON, async () => {
    const { version } = await look()
    return chief.call(http.adminEndRefund, { params, body: { end: 'sent_back', note, version } })
  })
}

/** Purchases and card payments, and what people decide where they do not end by themselves. */
export async function attendPurchases(desk: Desk): Promise<void> {
  const { chief, hasten, buyer } = desk
  await differing(desk)
  // two purchases of it are called off
  const order = await desk.offer(9_030_009n)
  await refunded(desk, order)
  await askedAgain(desk, order)
  await buyer.call(ledgerHttp.fastTopup, { body: { unit: 'pt_thb', amount: 1_000_000 } })
  await stopped(desk)
  await takenBack(desk)
  await hasten('shipping-payment', 'topup.reconciliation', '')
  await chief.call(http.cardReconciliations, {})
  await chief.call(bankWithdrawalAdminHttp.payoutReconciliations, {})
}
