import type { Random } from '@talad/demo/random'
import type { OrderCommand } from '@talad/order-book/order/decide'
import {
  CapturedSchema,
  CommandRefusedSchema,
  HeldSchema,
  PostedSchema,
  ReleasedSchema,
} from '@talad/proto/ledger/v1/events'
import { fillOf } from '../order-samples.ts'
import { at, cardFrom, delivered, type Purchase, type PurchaseStep } from './purchases.ts'
import { NOW } from './steps.ts'

const now = NOW

/** A way that a purchase can go: what follows once it is open, and what becomes of its order meanwhile. */
type Way = {
  order(purchase: Purchase): OrderCommand[]
  steps(purchase: Purchase, open: string, random: Random): PurchaseStep[]
}

const sold = ({ name }: Purchase): OrderCommand[] => [
  { type: 'SeeFact', fact: fillOf(name, 1, 1n) },
  { type: 'SeeFact', fact: fillOf(name, 2, 3n) },
]
const hidden = (): OrderCommand[] => [
  { type: 'SetActivity', reasons: ['balance'] },
  { type: 'SetActivity', reasons: [] },
]
const canceled = ({ terms }: Purchase): OrderCommand[] => [
  { type: 'Cancel', by: terms.customerId, shippings: [] },
]

const lockedFirst = ({ ledger, common }: Purchase, open: string) =>
  ledger(HeldSchema, { ...common, held: 100n, attempt: 1 }, open)

export const ways: readonly Way[] = [
  {
    order: sold,
    steps(purchase, open, random) {
      const paid = purchase.ledger(CapturedSchema, purchase.common, open)
      return [paid, ...delivered(purchase, paid.id, random)]
    },
  },
  {
    order: sold,
    steps(purchase, open, random) {
      const { ledger, common, id, buyer } = purchase
      const { steps, charge } = cardFrom(purchase, open)
      const credit = { flow: 'topup', id: 't', customerId: buyer, capture: { flow: 'shipping', id }, at }
      const posted = ledger(PostedSchema, credit, charge)
      const paid = ledger(CapturedSchema, common, charge)
      return [...steps, posted, paid, ...delivered(purchase, paid.id, random)]
    },
  },
  {
    // the card's money doesn't suffice any more
    order: hidden,
    steps(purchase, open) {
      const { ledger, call, common, id, buyer } = purchase
      const { steps, charge } = cardFrom(purchase, open)
      const capture = { flow: 'shipping', id, refused: 'insufficient_funds' }
      const credit = { flow: 'topup', id: 't', customerId: buyer, capture, at }
      const posted = ledger(PostedSchema, credit, charge)
      const pay = call('pay again', { type: 'Pay', by: buyer, orderReady: true, now }, posted.id)
      const locked = { ...common, held: 105n, attempt: 3 }
      return [...steps, posted, pay, ledger(HeldSchema, locked, pay.id)]
    },
  },
  {
    order: hidden,
    steps({ ledger, id }, open) {
      const about = { flow: 'shipping', id, code: 'hold_mismatch', at }
      return [
        ledger(CommandRefusedSchema, { ...about, key: `hold:shipping:${id}:1` }, open),
        ledger(CommandRefusedSchema, { ...about, key: `release:shipping:${id}` }, open),
      ]
    },
  },
  {
    // the ledger had moved the money before it heard of the cancel
    order: hidden,
    steps({ ledger, call, common, id, buyer }, open) {
      const cancel = call('cancel', { type: 'Cancel', by: buyer, now }, open)
      const paid = ledger(CapturedSchema, common, cancel.id)
      const about = { key: `release:shipping:${id}`, flow: 'shipping', id, code: 'hold_captured', at }
      const refused = ledger(CommandRefusedSchema, about, cancel.id)
      return [cancel, paid, refused, ledger(PostedSchema, { ...common, flow: 'refund' }, paid.id)]
    },
  },
  {
    order: hidden,
    steps({ ledger, call, common }, open) {
      const paid = ledger(CapturedSchema, common, open)
      const fail = call('fail', { type: 'FailDelivery', reason: 'it reverts', now }, paid.id)
      return [paid, fail, ledger(PostedSchema, { ...common, flow: 'refund' }, fail.id)]
    },
  },
  {
    // SP-30: the unpaid purchase ends as its item is suspended, whoever of ledger and moderation is heard first
    order: hidden,
    steps: (purchase, open) => [...purchase.suspended(open), lockedFirst(purchase, open)],
  },
  {
    // OB-14: the unpaid purchase ends with its order, whoever of ledger and order book is heard first
    order: canceled,
    steps: (purchase, open) => [lockedFirst(purchase, open)],
  },
  {
    order: hidden,
    steps(purchase, open) {
      const { ledger, call, id, buyer } = purchase
      const locked = lockedFirst(purchase, open)
      const cancel = call('cancel', { type: 'Cancel', by: buyer, now }, locked.id)
      const released = { flow: 'shipping', id, customerId: buyer, released: 100n, at }
      return [locked, cancel, ledger(ReleasedSchema, released, cancel.id)]
    },
  },
  {
    // SP-30: paid, and nothing is sent yet
    order: hidden,
    steps({ ledger, common, suspended }, open) {
      const paid = ledger(CapturedSchema, common, open)
      const stopped = suspended(paid.id)
      const after = stopped.map(({ id }) => id)
      return [paid, ...stopped, ledger(PostedSchema, { ...common, flow: 'refund' }, ...after)]
    },
  },
  {
    order: canceled,
    steps({ ledger, id }, open) {
      const about = { flow: 'shipping', id, code: 'hold_mismatch', at }
      return [ledger(CommandRefusedSchema, { ...about, key: `hold:shipping:${id}:1` }, open)]
    },
  },
]
