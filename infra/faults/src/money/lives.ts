import { type Random, times } from '@talad/demo/random'
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
import { NOW } from '../log/repeat/steps.ts'

/** Something that is told to the ledger by shipping-payment. */
export type Told = { says: string; messages: readonly Outgoing[] }

export type People = { buyers: readonly string[]; sellers: readonly string[]; artist: string }

const COMMAND_TOPIC = 'ledger.command.v1'
const at = NOW

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

const amountOf = (random: Random, least: number, most: number) =>
  BigInt(least + Math.floor(random() * (most - least)))

/** What a top-up's event tells the ledger. */
const byTopup = (id: string, event: TopupEvent): readonly Outgoing[] =>
  publishTopup({ id, version: 1, event, view: undefined, at })

type Pay = { shippingId: string; buyerCustomerId: string; gross: bigint; attempt: number }

function topupOf(id: string, customerId: string, amount: bigint, pay?: Pay): Told {
  const data = { transactionId: `chill-${id}`, customerId, amount, at, ...(pay && { pay }) }
  return {
    says: pay ? 'callback that pays' : 'top-up',
    messages: byTopup(id, { type: 'TopupCompleted', data }),
  }
}

function viewOf(random: Random, buyer: string, { sellers, artist }: People): ShippingView {
  const gross = amountOf(random, 2_000, 20_000)
  const fee = gross / 40n
  const royalty = random() < 0.5 ? gross / 20n : 0n
  const seller = pick(random, sellers)
  const shares = [
    { customerId: seller, type: 'net', value: gross - fee - royalty },
    { customerId: '', type: 'service', value: fee },
    // OB-33: a payee whom nobody can pay
    { customerId: random() < 0.5 ? artist : '', type: 'royalty', value: royalty },
  ]
  const view = {
    buyerCustomerId: buyer,
    sellerCustomerId: seller,
    gross,
    shares,
    incidents: 1,
    askedAgain: 0,
  }
  return view as ShippingView
}

/** The chain takes a delivery back after the seller was paid: locked, then put right or given back; perhaps again. */
function reorganised(random: Random, id: string, view: ShippingView): Told[] {
  const lock = (n: number) => ({
    says: 'reorganisation',
    messages: lockSeller(id, { ...view, incidents: n }),
  })
  const unlock = (n: number) => ({
    says: 'reorganisation undone',
    messages: unlockSeller(id, { ...view, incidents: n }),
  })
  const reversal = { says: 'settlement reversed', messages: [reverseSettlement(id, view)] }
  return pick(random, [
    [lock(1), unlock(1)],
    [lock(1), reversal],
    [lock(1), unlock(1), lock(2), reversal, unlock(2)],
    [reversal],
  ])
}

/** A purchase: paid from points or by card, cancelled or expired, delivered or not, and perhaps taken back. */
export function purchaseLife(random: Random, id: string, people: People): Told[] {
  const buyer = pick(random, people.buyers)
  const view = viewOf(random, buyer, people)
  const { gross } = view
  const buy = (attempt: number) => ({ says: 'buy', messages: [holdPrice(id, view, attempt)] })
  const pay = { shippingId: id, buyerCustomerId: buyer, gross, attempt: 1 }
  const callback = topupOf(`${id}T`, buyer, amountOf(random, 2_000, Number(gross)), pay)
  const cancel = { says: random() < 0.5 ? 'cancel' : 'expiry', messages: [releaseHold(id, view)] }
  const back = { says: 'refund', messages: [refund(id, view)] }
  const done = { says: 'settle', messages: [settle(id, view)] }
  const before = [topupOf(`${id}P`, buyer, amountOf(random, 100, 30_000)), buy(1)]
  return pick(random, [
    [...before, done, ...(random() < 0.4 ? reorganised(random, id, view) : [])],
    [...before, callback, done, ...(random() < 0.4 ? reorganised(random, id, view) : [])],
    [...before, callback, back],
    [...before, cancel],
    [...before, cancel, callback], // SP-19: money that comes too late
    [...before, callback, cancel, buy(2), done],
    [buy(1), callback, buy(2), back, done],
  ])
}

/** A card refund: held, then given back by the provider or not, and perhaps sent back by the bank. */
export function cardRefundLife(random: Random, id: string, { buyers }: People): Told[] {
  const customerId = pick(random, buyers)
  const amount = amountOf(random, 2_000, 12_000)
  const about = { refundId: `${id}R`, customerId, amount, credited: true, at }
  const tell = (says: string, event: TopupEvent) => ({ says, messages: byTopup(`${id}T`, event) })
  const asked = tell('card refund', { type: 'RefundRequested', data: { ...about, by: 'admin', note: 'n' } })
  const returned = tell('card refunded', { type: 'RefundCompleted', data: about })
  const failed = tell('card refund failed', { type: 'RefundFailed', data: { ...about, reason: 'no' } })
  const decided = { ...about, by: 'admin', note: 'n' }
  const sentBack = tell('card refund reversed', { type: 'RefundSentBack', data: decided })
  const first = [topupOf(`${id}T`, customerId, amount), asked]
  return pick(random, [
    [...first, returned],
    [...first, failed],
    [...first, returned, sentBack],
    [...first, failed, returned, sentBack],
  ])
}

/** What a development top-up of baht posts (LG-19). */
export function earning(random: Random, id: string, customerId: string): Told {
  const value = amountOf(random, 20_000, 90_000) * (random() < 0.3 ? 30n : 1n)
  const postings = [
    { account: 'platform:provider_clearing', unit: 'ft_thb', type: 'out', value },
    { account: customerId, unit: 'ft_thb', type: 'in', value },
  ]
  const post = { flow: 'topup', id, customerId, reference: 'dev', postings }
  return { says: 'earning', messages: [outgoing(COMMAND_TOPIC, customerId, PostSchema, post)] }
}

/** Commands that make no sense, all of which must be refused or change nothing that matters. */
export function nonsenseLife(random: Random, id: string, { buyers, sellers }: People): Told[] {
  const customerId = pick(random, [...buyers, ...sellers])
  return times(2, (n) => {
    const flow = pick(random, ['shipping', 'withdrawal', 'card_refund', 'seller_lock', 'unheard_of'])
    const amount = amountOf(random, 0, 50_000)
    const upTo = random() < 0.5
    const hold = { flow, id: `${id}X`, customerId, amount, attempt: n + 1, upTo, capture: random() < 0.5 }
    return { says: 'nonsense', messages: [outgoing(COMMAND_TOPIC, customerId, HoldSchema, hold)] }
  })
}
