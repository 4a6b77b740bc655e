import { appointStaff } from '@talad/dev/seed/admins'
import { control, signIn, visit } from '@talad/dev/seed/site'
import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import { type Problem, problem } from '@talad/proto/http/common'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeries } from '../src/card-forgery.ts'
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

const shipBody = (order: Order, recipient: string) => ({
  order_hash: order.hash,
  amount: '1',
  recipient_address: recipient,
  defer_payment: true,
})

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (error instanceof ResponseError && error.problem) return error.problem
  throw new Error(`no refusal: ${String(error)}`)
}

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

test('SP-6 of two buyers at once one has the listing, the other is told that it is busy', async () => {
  const { buyer, rival, offer } = stall
  const order = await offer(30_003n)
  await shipNow(rival, await offer(30_004n)) // by now the shop knows both orders
  const outcomes = await Promise.allSettled(
    [buyer, rival].map((person) =>
      person.call(shippingPaymentHttp.ship, { body: shipBody(order, person.address) }),
    ),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const lost = outcomes.find(({ status }) => status === 'rejected')
  const refusal = lost?.status === 'rejected' ? lost.reason : undefined
  expect(refusal).toMatchObject({ status: 409, code: 'order_busy' })
})

test('OB-43 nobody buys their own order', async () => {
  const { seller, rival, offer } = stall
  const order = await offer(30_005n)
  await shipNow(rival, order)
  const body = shipBody(order, seller.address)
  const refusal = await problemOf(seller.call(shippingPaymentHttp.ship, { body }))
  expect(refusal).toMatchObject({ code: 'own_order', rule: 'OB-43' })
})

test('SP-14 no forged callback moves a satang, and the true one credits once, however often it comes', async () => {
  const { run, buyer, offer } = stall
  const shipping = await shipNow(buyer, await offer(30_006n))
  const { page, payment } = await payByCard(run, buyer, shipping)
  const before = await spendable(buyer)
  for (const { what, status, code, send } of forgeries(run, payment, system.cardSecret)) {
    const answer = await send()
    expect([what, answer.status]).toEqual([what, status])
    if (code === undefined) continue
    expect([what, problem.parse(await answer.json()).code]).toEqual([what, code])
  }
  expect(await credits(buyer, Number(payment.amount))).toBe(0)
  expect(await spendable(buyer)).toBe(before)

  await chooseOnCardPage(page, 'success')
  await untilShipping(buyer, shipping._id, ({ status }) => status === 'completed', 'completed')
  await Promise.all(
    Array.from({ length: 5 }, () => control(run, 'POST', 'chillpay/callback', { orderNo: payment.orderNo })),
  )
  await Promise.all(forgeries(run, payment, system.cardSecret).map(({ send }) => send()))
  expect(await credits(buyer, Number(payment.amount))).toBe(1)
})

test('MO-7 suspended: the order is inactive, the purchase ends and its money comes back; lifted: it is bought', async () => {
  const { run, buyer, offer } = stall
  await appointStaff(run)
  const admin = await signIn(run, 'demo-prapha')
  const order = await offer(30_008n)
  const { contract, token } = order.basic.asset
  const shipping = await shipNow(buyer, order)
  const { payment } = await payByCard(run, buyer, shipping)
  const before = await spendable(buyer)
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
  // the card was charged meanwhile: its money is the buyer's own (SP-15)
  await settle(payment.orderNo, 'success')
  await until('the money is back', async () => (await spendable(buyer)) === before + 30_008)

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

test('ID-2 a forged, altered or missing token opens nothing', async () => {
  const { run, buyer } = stall
  const [header = '', payload = '', signature = ''] = buyer.token.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = {
    unsigned: `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'for somebody else': `${header}.${encode({ ...claims, jid: 'demo-anan' })}.${signature}`,
    prolonged: `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
    'signed with a public text': `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
    absent: undefined,
  }
  for (const [what, token] of Object.entries(forged)) {
    const refusal = await problemOf(visit(run, () => token)(ledgerHttp.creditBalances, {}))
    expect([what, refusal.status, refusal.code]).toEqual([what, 401, 'unauthorized'])
  }
})
