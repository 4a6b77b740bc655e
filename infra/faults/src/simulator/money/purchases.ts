import type { Random } from '@talad/demo/random'
import { HoldSchema, PostSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import {
  holdPrice,
  lockSeller,
  refund,
  releaseHold,
  reverseSettlement,
  settle,
  unlockSeller,
} from '@talad/shipping-payment/shipping/ledger-commands'
import type { ShippingView } from '@talad/shipping-payment/shipping/view'
import type { TopupEvent } from '@talad/shipping-payment/topup/events'
import { publish as publishTopup } from '@talad/shipping-payment/topup/publish'
import { START } from '../service.ts'
import { type Operation, operation, pick, type Simulation } from '../workload.ts'

/** Everybody who has money in a sequence, and what they do with it. */
export type Shop = {
  simulation: Simulation
  people: { buyers: readonly string[]; sellers: readonly string[]; artist: string }
  purchases: Purchase[]
  cards: CardPayment[]
  /** what shipping-payment has asked the ledger for */
  sent: Outgoing[]
}

type Purchase = {
  id: string
  view: ShippingView
  /** what its card pays */
  charge: bigint
  attempts: number
  stage: 'unpaid' | 'paid' | 'canceled' | 'refunded' | 'settled' | 'locked' | 'reversed'
}

type CardPayment = {
  id: string
  customerId: string
  amount: bigint
  stage: 'credited' | 'refunding' | 'failed' | 'refunded' | 'sent back'
}

const COMMAND_TOPIC = 'ledger.command.v1'

export const amountOf = (random: Random, least: number, most: number) =>
  BigInt(least + Math.floor(random() * (most - least)))

export function send({ simulation, sent }: Shop, ...messages: readonly Outgoing[]): void {
  for (const out of messages) simulation.send(out)
  sent.push(...messages)
}

/** What a card payment's event asks the ledger for. */
const byTopup = (id: string, event: TopupEvent): readonly Outgoing[] =>
  publishTopup({ id, version: 1, event, view: undefined, at: START })

function topup(shop: Shop, id: string, customerId: string, amount: bigint, pays?: Purchase): void {
  const pay = pays && { shippingId: pays.id, buyerCustomerId: customerId, gross: pays.view.gross, attempt: 1 }
  const data = { transactionId: `chill-${id}`, customerId, amount, at: START, ...(pay && { pay }) }
  send(shop, ...byTopup(id, { type: 'TopupCompleted', data }))
}

function viewOf(random: Random, { buyers, sellers, artist }: Shop['people']): ShippingView {
  const gross = amountOf(random, 2_000, 20_000)
  const fee = gross / 40n
  const royalty = random() < 0.5 ? gross / 20n : 0n
  const [buyer, seller] = [pick(random, buyers), pick(random, sellers)]
  const shares = [
    { customerId: seller, type: 'net', value: gross - fee - royalty },
    { customerId: '', type: 'service', value: fee },
    // OB-33: a payee whom nobody can pay
    { customerId: random() < 0.5 ? artist : '', type: 'royalty', value: royalty },
  ]
  const about = { buyerCustomerId: buyer, sellerCustomerId: seller, gross, shares }
  return { ...about, incidents: 0, askedAgain: 0 } as unknown as ShippingView
}

function open(shop: Shop, from: 'points' | 'card'): void {
  const { simulation, people, purchases } = shop
  const { key, random } = simulation
  const view = viewOf(random, people)
  const charge = amountOf(random, 2_000, Number(view.gross))
  const id = `${key}.${purchases.length}`
  purchases.push({ id, view, charge, attempts: 1, stage: 'unpaid' })
  if (from === 'points') topup(shop, `${id}P`, view.buyerCustomerId, amountOf(random, 100, 30_000))
  send(shop, holdPrice(id, view, 1))
}

/** The development top-up of baht (LG-19). */
export function earn(shop: Shop, customerId: string): void {
  const { key, random } = shop.simulation
  const value = amountOf(random, 20_000, 90_000) * (random() < 0.3 ? 30n : 1n)
  const postings = [
    { account: 'platform:provider_clearing', unit: 'ft_thb', type: 'out', value },
    { account: customerId, unit: 'ft_thb', type: 'in', value },
  ]
  const id = `${key}.E${shop.sent.length}`
  const post = { flow: 'topup', id, customerId, reference: 'dev', postings }
  send(shop, outgoing(COMMAND_TOPIC, customerId, PostSchema, post))
}

/** Commands that make no sense, all of which must be refused or change nothing that matters. */
function nonsense(shop: Shop, customerId: string): void {
  const { key, random } = shop.simulation
  const flow = pick(random, ['shipping', 'withdrawal', 'card_refund', 'seller_lock', 'unknown'])
  const about = { flow, id: `${key}.X${shop.sent.length}`, customerId, amount: amountOf(random, 0, 50_000) }
  const hold = { ...about, attempt: 1, upTo: random() < 0.5, capture: random() < 0.5 }
  send(shop, outgoing(COMMAND_TOPIC, customerId, HoldSchema, hold))
}

/** A row for what happens to a purchase in one of these stages. */
function onPurchase(
  name: string,
  weight: number,
  stages: readonly Purchase['stage'][],
  stage: Purchase['stage'] | undefined,
  run: (shop: Shop, purchase: Purchase) => void,
): Operation<Shop> {
  return operation(
    name,
    weight,
    ({ purchases }) => purchases.filter((one) => stages.includes(one.stage)),
    (shop, purchase) => {
      run(shop, purchase)
      if (stage) purchase.stage = stage
    },
  )
}

function onCard(
  name: string,
  weight: number,
  stages: readonly CardPayment['stage'][],
  stage: CardPayment['stage'],
  type: 'RefundRequested' | 'RefundCompleted' | 'RefundFailed' | 'RefundSentBack',
): Operation<Shop> {
  return operation(
    name,
    weight,
    ({ cards }) => cards.filter((one) => stages.includes(one.stage)),
    (shop, card) => {
      const { id, customerId, amount } = card
      const about = { refundId: `${id}R`, customerId, amount, credited: true, at: START }
      const data = { ...about, by: 'admin', note: 'n', reason: 'no' }
      send(shop, ...byTopup(id, { type, data } as TopupEvent))
      card.stage = stage
    },
  )
}

const incident =
  (run: (id: string, view: ShippingView) => readonly Outgoing[]) => (shop: Shop, one: Purchase) =>
    send(shop, ...run(one.id, one.view))

/** What shipping-payment asks the ledger for, in the orders that buyers, providers and the chain bring about. */
export const purchaseOperations: readonly Operation<Shop>[] = [
  operation('earn', 1, ({ people }) => people.sellers, earn),
  operation('nonsense', 1, ({ people }) => [...people.buyers, ...people.sellers], nonsense),
  operation('buy', 5, () => ['points', 'points', 'card'] as const, open),
  onPurchase('card payment', 4, ['unpaid'], 'paid', (shop, one) =>
    topup(shop, `${one.id}T`, one.view.buyerCustomerId, one.charge, one),
  ),
  // SP-19: money that comes too late
  onPurchase('late card payment', 2, ['canceled'], undefined, (shop, one) =>
    topup(shop, `${one.id}T`, one.view.buyerCustomerId, one.charge, one),
  ),
  onPurchase('cancel', 2, ['unpaid', 'paid'], 'canceled', (shop, { id, view }) =>
    send(shop, releaseHold(id, view)),
  ),
  onPurchase('pay again', 2, ['paid', 'canceled'], 'unpaid', (shop, one) => {
    one.attempts += 1
    send(shop, holdPrice(one.id, one.view, one.attempts))
  }),
  onPurchase('settle', 4, ['unpaid', 'paid'], 'settled', (shop, { id, view }) =>
    send(shop, settle(id, view)),
  ),
  onPurchase('refund', 2, ['paid'], 'refunded', (shop, { id, view }) => send(shop, refund(id, view))),
  onPurchase('reorganise', 2, ['settled'], 'locked', (shop, one) => {
    one.view = { ...one.view, incidents: one.view.incidents + 1 }
    send(shop, ...lockSeller(one.id, one.view))
  }),
  onPurchase('put right', 2, ['locked'], 'settled', incident(unlockSeller)),
  onPurchase('unlock, reversed', 1, ['reversed'], undefined, incident(unlockSeller)),
  onPurchase('reverse', 2, ['settled', 'locked'], 'reversed', (shop, { id, view }) =>
    send(shop, reverseSettlement(id, view)),
  ),
  operation(
    'card top-up',
    2,
    ({ people }) => people.buyers,
    (shop, customerId) => {
      const { key, random } = shop.simulation
      const card = { id: `${key}.C${shop.cards.length}`, customerId, amount: amountOf(random, 2_000, 12_000) }
      shop.cards.push({ ...card, stage: 'credited' })
      topup(shop, card.id, customerId, card.amount)
    },
  ),
  onCard('refund to card', 2, ['credited'], 'refunding', 'RefundRequested'),
  onCard('refunded to card', 2, ['refunding', 'failed'], 'refunded', 'RefundCompleted'),
  onCard('refund to card failed', 1, ['refunding'], 'failed', 'RefundFailed'),
  onCard('sent back by the bank', 2, ['refunded'], 'sent back', 'RefundSentBack'),
  // a callback comes again, a relay sends again
  operation(
    'again',
    5,
    ({ sent }) => sent,
    ({ simulation }, out) => simulation.send(out),
  ),
]
