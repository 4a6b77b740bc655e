import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { callbackCheckSum } from '@talad/sandbox/chillpay-format'
import { z } from 'zod'
import { settingsFor } from './rig.ts'
import type { World } from './setup.ts'
import { shoppers } from './shoppers.ts'

/** What each thing costs, in satang. */
export const PRICE = 125_000n
export const SECRET = settingsFor('').CHILLPAY_MD5_SECRET

/** A purchase that is to be paid by card. */
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
export type Fields = Record<string, string>

const held = z.object({
  chillpay: z.object({ transactions: z.array(z.object({ id: z.string(), transactionId: z.int() })) }),
})

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

/** The same with the check sum that the provider would give it. */
export function signedFields(payment: Purchase, status: number): Fields {
  const fields = callbackFields(payment, status)
  return { ...fields, CheckSum: callbackCheckSum(fields, SECRET) }
}

/** What is done with card payments in the tests: pages are opened, the provider and browsers call. */
export function cardPayments(world: World) {
  const shop = shoppers(world)

  async function post(path: string, fields: Fields): Promise<number> {
    const body = new URLSearchParams(fields)
    const answer = await fetch(world.service.url + path, { method: 'POST', body, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status
  }

  /** Has each of these people reserve a thing of their own and ask to pay it by card. */
  async function openPages(people: readonly string[]): Promise<Purchase[]> {
    const opened = await Promise.all(
      people.map(async (who) => {
        const orderHash = await shop.onSale()
        const { shipping } = await shop.ship(who, orderHash)
        await shop.pay(who, shipping._id)
        return { who, orderHash, shippingId: shipping._id }
      }),
    )
    await world.quiet() // a slow machine answers before it knows the page
    const { rows } = await world.db.query<{ shipping_id: string; order_no: string; amount: bigint }>(
      'select shipping_id, order_no, amount from topup where shipping_id = any($1)',
      [opened.map(({ shippingId }) => shippingId)],
    )
    const { transactions } = held.parse(await (await fetch(`${world.sandbox.url}/control`)).json()).chillpay
    return opened.map((one) => {
      const card = rows.find(({ shipping_id }) => shipping_id === one.shippingId)
      const at = transactions.find(({ id }) => id === card?.order_no)
      if (!card || !at) throw new Error(`the provider opened nothing for ${one.who}`)
      const about = { orderNo: card.order_no, transactionId: String(at.transactionId), charge: card.amount }
      return { ...one, ...about, customerId: `join-${one.who}` }
    })
  }

  return {
    ...shop,
    openPages,
    /** the same, but each time the provider's answer is lost: it has opened a payment, and we can't tell which */
    async openLostPages(people: readonly string[]): Promise<Purchase[]> {
      const opened: Purchase[] = []
      for (const who of people) {
        await world.fault({ provider: 'chillpay', call: 'payment', fault: 'drop' })
        opened.push(...(await openPages([who])))
      }
      return opened
    },
    /** what the person or the provider decides on the card page; nobody is called back */
    decide: ({ orderNo }: Purchase, choice: 'success' | 'fail' | 'cancel') =>
      world.settle(orderNo, choice, false),
    callBack: (fields: Fields) => post(cardProviderHttp.chillpayCallback.path, fields),
    comeBack: (fields: Fields) => post(cardProviderHttp.chillpayRedirect.path, fields),
    /** how often somebody's card payment was credited */
    creditsOf: ({ customerId }: Purchase): number =>
      world.ledger.all.filter(
        ({ type, message }) =>
          type === 'topup' && (message as { customerId: string }).customerId === customerId,
      ).length,
    /** forgets when the provider is to be asked by itself, and when it was asked last */
    async forgetSchedule(): Promise<void> {
      await world.db.query(`delete from kit.job where task = 'topup.inquiry' and claimed_by is null`)
      await world.db.query('update topup set inquired_at = null')
    },
  }
}
export type CardPayments = ReturnType<typeof cardPayments>
