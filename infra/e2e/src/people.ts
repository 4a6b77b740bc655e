import type { Run } from '@talad/dev/run-file'
import { list, type SignOrder, signWithKey, type Wish } from '@talad/dev/seed/listing'
import { control, type Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import type { Order } from '@talad/proto/http/order-book/orders'
import { orderTypes, SEAPORT_VERSION } from '@talad/proto/http/order-book/seaport'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping, Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { until } from '@talad/shared/testing/wait'
import { z } from 'zod'

/** Waits for the market to hear of what has just happened: `code` is its answer as long as it has not. */
export async function onceHeard<T>(codes: readonly string[], work: () => Promise<T>): Promise<T> {
  const outcome = await until(
    `${codes.join(' and ')} passes`,
    () =>
      work().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (error instanceof ResponseError && codes.includes(error.code)) return undefined
          throw error
        },
      ),
    30_000,
  )
  return outcome.value
}

async function approvedOnPhone(run: Run, person: Person, requestId: string) {
  await control(run, 'POST', `join/requests/${requestId}`, { decision: 'approve' })
  return until('the wallet has answered', async () => {
    const answer = await person.call(identityHttp.signatureLoad, { query: { requestId } })
    return answer.status === 'signed' ? answer : undefined
  })
}

/** Signs through the Join wallet: asked by the site, approved on the (sandbox) phone. */
export function signWithJoin(run: Run, person: Person): SignOrder {
  return async (message) => {
    const { requestId } = await person.call(identityHttp.requestWebviewSignature, {
      body: {
        typedData: {
          domain: {
            name: 'Seaport',
            version: SEAPORT_VERSION,
            chainId: run.chainId,
            verifyingContract: run.contracts.seaport,
          },
          types: orderTypes,
          primaryType: 'OrderComponents',
          message,
        },
      },
    })
    const { signature } = await approvedOnPhone(run, person, requestId)
    if (signature === undefined) throw new Error('the wallet signed nothing')
    return signature
  }
}

/** Lets Seaport move a collection, or forbids it, through the Join wallet. @returns the transaction's hash */
export async function approveWithJoin(
  run: Run,
  person: Person,
  contract: string,
  approved: boolean,
): Promise<string> {
  const { requestId } = await person.call(identityHttp.approveNfts, {
    body: { contract, operator: run.contracts.seaport, approved },
  })
  const { txHash } = await approvedOnPhone(run, person, requestId)
  if (txHash === undefined) throw new Error('the wallet sent nothing')
  return txHash
}

/** Lists with the person's own key, as soon as the market knows the asset and the person. */
export function listNow(run: Run, person: Person, wish: Wish): Promise<Order> {
  return onceHeard(['asset_not_found', 'invalid_offerer'], () =>
    list(run, person, wish, signWithKey(run, person)),
  )
}

/** Opens a purchase without paying it yet, as soon as the shop knows the order. */
export function shipNow(buyer: Person, order: Order): Promise<BoughtShipping> {
  const body = {
    order_hash: order.hash,
    amount: order.basic.asset.amount,
    recipient_address: buyer.address,
    defer_payment: true,
  }
  return onceHeard(['order_not_found'], () =>
    buyer.call(shippingPaymentHttp.ship, { body }).then(({ shipping }) => shipping),
  )
}

/** A card payment as the provider knows it. */
export type CardPayment = { orderNo: string; transactionId: number; amount: string; customerId: string }

const transactions = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({
        id: z.string(),
        token: z.string(),
        transactionId: z.number(),
        amount: z.union([z.string(), z.number()]).transform(String),
        customerId: z.string(),
      }),
    ),
  }),
})

/** Goes to pay by card. @returns the address of the card page, and what the provider was told */
export async function payByCard(
  run: Run,
  buyer: Person,
  shipping: Shipping,
): Promise<{ page: string; payment: CardPayment; charge: number | null }> {
  const body = { shipping_id: shipping._id }
  const { credit } = (await buyer.call(shippingPaymentHttp.topupAndPay, { body })).shipping
  const page = credit.payment.payment_url
  if (page === null) throw new Error(`there is no card page: ${JSON.stringify(credit)}`)
  const known = transactions.parse(await (await fetch(`${run.sandbox}/control`)).json())
  const found = known.chillpay.transactions.find(({ token }) => page.endsWith(`/${token}`))
  if (!found) throw new Error('the provider does not know the payment')
  const { id: orderNo, transactionId, amount, customerId } = found
  return { page, payment: { orderNo, transactionId, amount, customerId }, charge: credit.payment.charge }
}

/**
 * Chooses on the card page as a browser does, and follows it back to the shop.
 * @returns where the browser ends
 */
export async function chooseOnCardPage(page: string, choice: 'success' | 'fail' | 'cancel'): Promise<string> {
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ choice }) })
  const text = await answer.text()
  const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1]
  if (action === undefined) throw new Error(`the card page does not lead back: ${text.slice(0, 300)}`)
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const result = new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [name, value]),
  )
  const back = await fetch(action, { method: 'POST', body: result, redirect: 'manual' })
  const location = back.headers.get('location')
  if (back.status !== 302 || location === null) throw new Error(`no way back to the shop: ${back.status}`)
  return location
}

/** Follows a purchase until it is in one of these states. */
export function untilShipping(
  buyer: Person,
  id: string,
  wanted: (shipping: Shipping) => boolean,
  what: string,
): Promise<Shipping> {
  let last: Shipping | undefined
  return until(`the purchase is ${what}`, async () => {
    const params = { shipping_id: id }
    last = (await buyer.call(shippingPaymentHttp.shippingPick, { params })).shipping
    return wanted(last) ? last : undefined
  }).catch((cause: unknown) => {
    throw new Error(`the purchase did not get ${what}, it is ${JSON.stringify(last)}`, { cause })
  })
}
