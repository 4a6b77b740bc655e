import { createHash } from 'node:crypto'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { callbackCheckSum } from '@talad/sandbox/chillpay-format'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { orderMessage } from '@talad/shipping-payment/testing/orders'
import { z } from 'zod'
import { sideBySide } from '../crowd/patient.ts'
import type { Shop } from './shop.ts'

/** What each thing costs, in satang, as the orders of the test rig say. */
export const PRICE = 125_000n
const RECIPIENT = `0x${'b'.repeat(40)}`
const AT_ONCE = 16

/** One purchase whose card page is open. */
export type Purchase = {
  who: string
  customerId: string
  orderHash: string
  shippingId: string
  orderNo: string
  transactionId: string
  /** what the card is charged, in satang */
  charge: bigint
}

const shippingAnswer = z.object({ shipping: z.object({ _id: z.string() }) })

/** The shipping in an answer. @throws Error with the answer when it holds none */
export function shippingIn(text: string) {
  const read = shippingAnswer.safeParse(JSON.parse(text))
  if (!read.success) throw new Error(`no shipping in ${text}`)
  return read.data.shipping
}

const hashFor = (name: string) => `0x${createHash('sha256').update(name).digest('hex')}`

/** Puts things on sale, one a name. @returns the orders' hashes when the shop knows them */
export async function putOnSale(shop: Shop, names: readonly string[]): Promise<string[]> {
  const hashes = names.map(hashFor)
  await shop.send(...hashes.map((hash) => orderMessage(hash)))
  await until(
    'the shop knows what is on sale',
    async () => {
      const found = await shop.db.query<{ n: bigint }>(
        'select count(*) as n from order_replica where hash = any($1)',
        [hashes],
      )
      return found.rows[0]?.n === BigInt(hashes.length)
    },
    60_000,
  )
  return hashes
}

/** Gives people points, as an earlier top-up did. */
export async function givePoints(shop: Shop, people: readonly string[], value: bigint): Promise<void> {
  const topup = (who: string) =>
    outgoing('ledger.command.v1', `join-${who}`, PostSchema, {
      flow: 'topup',
      id: `gift-${who}`,
      customerId: `join-${who}`,
      reference: 'dev',
      postings: [
        { account: 'platform:provider_clearing', unit: 'pt_thb', type: 'out', value },
        { account: `join-${who}`, unit: 'pt_thb', type: 'in', value },
      ],
    })
  await shop.send(...people.map(topup))
  await shop.quiet()
}

export const ship = (shop: Shop, who: string, order_hash: string, headers: Record<string, string> = {}) =>
  shop.call(shop.shipping.url(), http.ship, {
    who,
    headers,
    body: { order_hash, amount: 1, recipient_address: RECIPIENT, defer_payment: true },
  })

/** A call that only names a purchase. */
export const about = (
  shop: Shop,
  endpoint: (typeof http)['topupAndPay' | 'checkShippingPay' | 'cancelPayment'],
  { who, shippingId }: Pick<Purchase, 'who' | 'shippingId'>,
) => shop.call(shop.shipping.url(), endpoint, { who, body: { shipping_id: shippingId } })

/** Has each of these people reserve a thing of their own and ask to pay it by card. */
async function askForCards(shop: Shop, people: readonly string[], atOnce: number): Promise<void> {
  const hashes = await putOnSale(shop, people)
  await sideBySide(people, atOnce, async (who, index) => {
    const { _id: shippingId } = shippingIn((await ship(shop, who, hashes[index] ?? '')).text)
    shippingIn((await about(shop, http.topupAndPay, { who, shippingId })).text)
  })
}

/** Their card payments, as the shop and the provider have them. */
async function readPurchases(shop: Shop, people: readonly string[]): Promise<Purchase[]> {
  const { rows } = await shop.db.query<CardRow>(
    `select t.shipping_id, t.order_no, t.amount, s.order_hash, s.buyer_customer_id
     from topup t join shipping s on s.id = t.shipping_id where s.buyer_customer_id = any($1)`,
    [people.map((who) => `join-${who}`)],
  )
  const cards = new Map(rows.map((row) => [row.buyer_customer_id, row]))
  const transactions = await shop.transactions()
  return people.map((who) => {
    const customerId = `join-${who}`
    const card = cards.get(customerId)
    const transactionId = card && transactions.get(card.order_no)
    if (!card || transactionId === undefined) throw new Error(`the provider opened nothing for ${who}`)
    return {
      who,
      customerId,
      orderHash: card.order_hash,
      shippingId: card.shipping_id,
      orderNo: card.order_no,
      transactionId,
      charge: card.amount,
    }
  })
}

/** Has each of these people reserve a thing of their own and go to the card page. */
export async function openCardPages(shop: Shop, people: readonly string[]): Promise<Purchase[]> {
  await askForCards(shop, people, AT_ONCE)
  await shop.quiet() // a slow machine answers before it knows the page
  return readPurchases(shop, people)
}

/** The same, but each time the provider's answer is lost: it has opened a payment, and the shop can't tell which. */
export async function openLostPages(shop: Shop, people: readonly string[]): Promise<Purchase[]> {
  for (const who of people) {
    await shop.control('faults', { provider: 'chillpay', call: 'payment', fault: 'drop' })
    await askForCards(shop, [who], 1)
  }
  await shop.quiet()
  return readPurchases(shop, people)
}

type CardRow = {
  shipping_id: string
  order_no: string
  amount: bigint
  order_hash: string
  buyer_customer_id: string
}

export type Fields = Record<string, string>

/** What the provider writes when a payment has that status, but for the check sum. */
export function callbackFields(payment: Purchase, status: number): Fields {
  return {
    TransactionId: payment.transactionId,
    Amount: String(payment.charge),
    OrderNo: payment.orderNo,
    CustomerId: payment.customerId,
    BankCode: 'creditcard',
    PaymentDate: '20261231235959',
    PaymentStatus: String(status),
    BankRefCode: `SB${payment.transactionId}`,
    CurrentDate: '20261231',
    CurrentTime: '235959',
    PaymentDescription: 'Success',
    CreditCardToken: '',
    Currency: '764',
    CustomerName: '',
  }
}

/** The fields with the check sum that the provider would give them. */
export function signed(fields: Fields, secret: string): Fields {
  return { ...fields, CheckSum: callbackCheckSum(fields, secret) }
}

/** Sends a background callback as the provider does. @returns the status of the answer */
export async function sendCallback(shop: Shop, fields: Fields): Promise<number> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(`${shop.shipping.url()}${http.chillpayCallback.path}`, { method: 'POST', body })
  await answer.body?.cancel()
  return answer.status
}

/** A browser comes back from the card page with what it likes. @returns the status of the answer */
export async function comeBack(shop: Shop, fields: Fields): Promise<number> {
  const body = new URLSearchParams(fields)
  const url = `${shop.shipping.url()}${http.chillpayRedirect.path}`
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}
