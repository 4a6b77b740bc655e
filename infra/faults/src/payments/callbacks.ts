import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { holdBooks, readBooks } from './books.ts'
import {
  about,
  callbackFields,
  comeBack,
  openCardPages,
  openLostPages,
  type Purchase,
  sendCallback,
  signed,
} from './card.ts'
import { storm } from './forged.ts'
import { type Shop, withShop } from './shop.ts'
import { forgetSchedule } from './wave.ts'

const COPIES = 100

const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}-${index}`)

const settle = (shop: Shop, { orderNo }: Purchase, choice: 'success' | 'fail') =>
  shop.control('chillpay/settle', { orderNo, choice, callback: false })

const genuine = (shop: Shop, purchase: Purchase, status = 0) =>
  signed(callbackFields(purchase, status), shop.secret)

/** Payments in every state that a forged message may meet. */
async function openPayments(shop: Shop) {
  const pending = await openCardPages(shop, names('pending', 5))
  const lost = await openLostPages(shop, names('lost', 3))
  const failed = await openCardPages(shop, names('failed', 2))
  const paid = await openCardPages(shop, names('paid', 2))
  const canceled = await openCardPages(shop, names('canceled', 2))
  for (const one of failed) await settle(shop, one, 'fail')
  for (const one of paid) await settle(shop, one, 'success')
  for (const one of failed) await sendCallback(shop, genuine(shop, one, 1))
  for (const one of paid) await sendCallback(shop, genuine(shop, one))
  for (const one of canceled) await about(shop, http.cancelPayment, one)
  await shop.quiet()
  return { pending, lost, failed, paid, canceled }
}

async function holdCredits(shop: Shop, purchases: readonly Purchase[], times: bigint, when: string) {
  const books = await readBooks(shop.ledgerDb)
  for (const { who, customerId, charge } of purchases) {
    const credits = books.credits(customerId)
    const right = credits.times === times && credits.value === times * charge
    holds(right, `${when}, ${who} is credited ${credits.times} times, ${credits.value} in all`)
  }
  await holdBooks(shop.ledgerDb)
}

/** One success, told a hundred times at once by the provider, by the browser and by the buyer: one credit. */
async function manyAtOnce(shop: Shop, purchase: Purchase): Promise<void> {
  await settle(shop, purchase, 'success')
  const fields = genuine(shop, purchase)
  const answers = await Promise.all([
    ...Array.from({ length: COPIES }, () => sendCallback(shop, fields)),
    ...Array.from({ length: COPIES / 5 }, () => comeBack(shop, fields)),
    ...Array.from({ length: COPIES / 5 }, () => about(shop, http.checkShippingPay, purchase)),
  ])
  const odd = answers.slice(0, COPIES).filter((status) => status !== 200)
  holds(odd.length === 0, `${odd.length} of ${COPIES} callbacks at once are not answered 200`)
  await shop.quiet()
  await holdCredits(shop, [purchase], 1n, `after ${COPIES} callbacks at once`)
}

/** A provider whose answer to our own question isn't about what we asked to be paid: nothing is credited (SP-18). */
async function wrongAnswers(shop: Shop): Promise<number> {
  const wrong = { Amount: 1, Currency: '840', OrderNo: 'NOBODYSORDER', CustomerId: 'join-somebody' }
  const purchases = await openCardPages(shop, names('wrong', Object.keys(wrong).length))
  for (const [index, [field, value]] of Object.entries(wrong).entries()) {
    const purchase = purchases[index]
    if (!purchase) continue
    await settle(shop, purchase, 'success')
    await shop.control('faults', { provider: 'chillpay', call: 'inquiry', fault: 'tamper', field, value })
    await sendCallback(shop, genuine(shop, purchase))
    await shop.quiet()
  }
  await holdCredits(shop, purchases, 0n, 'with a wrong answer of the provider')
  return purchases.length
}

/** What was attacked works as ever: the truth, when it comes, is credited once. */
async function truthAfterwards(shop: Shop, purchases: readonly Purchase[]): Promise<void> {
  for (const purchase of purchases) {
    await settle(shop, purchase, 'success')
    const status = await sendCallback(shop, genuine(shop, purchase))
    holds(status === 200, `the true callback of ${purchase.who} is answered ${status}`)
  }
  await shop.quiet()
  await holdCredits(shop, purchases, 1n, 'after its true success')
}

async function prove(shop: Shop, { size, seed, say }: Context): Promise<Figures> {
  const { pending, lost, failed, paid, canceled } = await openPayments(shop)
  say('payments are open')
  const unpaid = [...pending, ...lost, ...failed, ...canceled]
  const seen = await storm(shop, [...unpaid, ...paid], { size, seed })
  await holdCredits(shop, unpaid, 0n, 'after the forged messages')
  await holdCredits(shop, paid, 1n, 'after the forged messages')
  say(`${seen.sent} forged messages moved nothing`)
  // the schedule would ask by itself, and a payment that was just asked about has to wait for 5 s
  await forgetSchedule(shop)
  const [first, ...rest] = pending
  if (!first) throw new Error('there is no pending payment')
  await manyAtOnce(shop, first)
  const wrong = await wrongAnswers(shop)
  await truthAfterwards(shop, [...rest, ...lost, ...failed, ...canceled])
  return {
    'satang moved': 0,
    refused: seen.refused,
    'with a right check sum': seen.genuine,
    'callbacks at once': COPIES,
    credits: 1,
    'wrong answers of the provider held': wrong,
    'credited once afterwards': unpaid.length,
  }
}

/** B14: nothing that anybody says moves money; what the provider answers when it is asked does, once. */
export const callbacks: Proof = {
  id: 'B14',
  title:
    'no forged, altered, aged or replayed callback moves a satang, nor does anything that a browser brings; 100 true ones at once are one credit, and what was attacked is still credited once by its true success',
  size: 1_000,
  unit: 'mutated callbacks',
  limitMinutes: 15,
  run: (context) => withShop(context, (shop) => prove(shop, context)),
  found: [
    'A callback with a right check sum could say which of the provider’s transactions is ours where the answer to the start of a payment had been lost: it was answered 500, or the true success was never asked about.',
    'A callback that repeated an earlier one was no news even while the payment was open, so that a forged or early one could delay the credit to the next inquiry of the schedule.',
    'A browser that brought a NUL byte as order number was answered 500.',
  ],
}
