import { appointStaff } from '@talad/dev/seed/admins'
import { control, signIn } from '@talad/dev/seed/site'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { chooseOnCardPage, onceHeard, payByCard, shipNow, untilShipping } from '../src/people.ts'
import { credits, openStall, type Stall, spendable } from '../src/stall.ts'
import { type System, startSystem } from '../src/system.ts'

let system: System
let stall: Stall
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
  stall = await openStall(system.run)
})
afterAll(async () => {
  if (stall) await expectWholeLedger(system.run)
  await system?.stop()
})

const settle = (orderNo: string, choice: string) =>
  control(system.run, 'POST', 'chillpay/settle', { orderNo, choice })

test('SP-2 a card that fails can be tried again, and the second try delivers', async () => {
  const { run, buyer, offer } = stall
  const shipping = await shipNow(buyer, await offer(30_001n))
  const first = await payByCard(run, buyer, shipping)
  await chooseOnCardPage(first.page, 'fail')
  await untilShipping(
    buyer,
    shipping._id,
    ({ credit }) => credit.payment.status === 'failed',
    'refused by the card',
  )
  const second = await payByCard(run, buyer, shipping)
  expect(second.payment.orderNo).not.toBe(first.payment.orderNo)
  await chooseOnCardPage(second.page, 'success')
  await untilShipping(buyer, shipping._id, ({ status }) => status === 'completed', 'completed')
  expect(await credits(buyer, 30_001)).toBe(1)
})

test('SP-15 a card success after the cancel becomes points, and the purchase stays canceled', async () => {
  const { run, buyer, offer } = stall
  const shipping = await shipNow(buyer, await offer(30_002n))
  const { payment } = await payByCard(run, buyer, shipping)
  const before = await spendable(buyer)
  const body = { shipping_id: shipping._id }
  const canceled = await buyer.call(shippingPaymentHttp.cancelPayment, { body })
  expect(canceled.shipping).toMatchObject({ status: 'canceled', canceled_reason: 'buyer' })
  await settle(payment.orderNo, 'success')
  await until('the points are credited', async () => (await spendable(buyer)) === before + 30_002)
  const params = { shipping_id: shipping._id }
  const after = await buyer.call(shippingPaymentHttp.shippingPick, { params })
  expect(after.shipping).toMatchObject({ status: 'canceled', tx_hash: null })
})

test('MO-7 suspended: the order is inactive, the purchase ends and its money comes back; lifted: it is bought', async () => {
  const { run, buyer, offer } = stall
  await appointStaff(run)
  const admin = await signIn(run, 'demo-prapha')
  const order = await offer(30_008n)
  const { contract, token } = order.basic.asset
  const before = await spendable(buyer)
  const shipping = await shipNow(buyer, order)
  const { payment } = await payByCard(run, buyer, shipping)
  const suspended = async () => {
    const query = { bc: contract.blockchain, ad: contract.address, ti: token.id }
    return (await buyer.call(getAsset, { query })).dynamic.suspended
  }
  const actions = async () =>
    (await buyer.call(orderBookHttp.getOrder, { query: { ha: order.hash } })).order.actions

  const range = { blockchain: contract.blockchain, contract_address: contract.address }
  const nft_range = { ...range, token_from: token.id, token_to: token.id }
  const body = { nft_range, note: 'somebody says that it is stolen' }
  const one = await onceHeard(['permission_required'], () =>
    admin.call(suspensionAdminHttp.suspend, { body }),
  )
  await untilShipping(buyer, shipping._id, ({ status }) => status === 'canceled', 'canceled')
  await until('the order cannot be bought', async () =>
    (await actions()).some(({ name, reasons }) => name === 'buy' && reasons.includes('suspended')),
  )
  await until('the asset is suspended', suspended)
  // the points are free again, and the card was charged meanwhile: its money is the buyer's own (SP-15)
  await settle(payment.orderNo, 'success')
  await until('the money is back', async () => (await spendable(buyer)) === before + Number(payment.amount))

  const lift = { suspension_id: one.suspension_id, version: one.version, note: 'given back' }
  await admin.call(suspensionAdminHttp.unsuspend, { body: lift })
  await until('the asset may be traded', async () => !(await suspended()))
  await until('the order can be bought', async () =>
    (await buyer.call(orderBookHttp.getOrder, { query: { ha: order.hash } })).order.actions.some(
      ({ name, enabled }) => name === 'buy' && enabled,
    ),
  )
  const again = await onceHeard(['asset_suspended', 'order_not_open'], () => shipNow(buyer, order))
  // by the points that came back
  await buyer.call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: again._id } })
  await untilShipping(buyer, again._id, ({ status }) => status === 'completed', 'completed')
})
