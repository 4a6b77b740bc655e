import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Random } from '@talad/demo/random'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { HeldSchema, PostedSchema } from '@talad/proto/ledger/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { change } from '@talad/shared/stream'
import type { Deps } from '@talad/shipping-payment/deps'
import { applyInquiry } from '@talad/shipping-payment/payment/card'
import { findOrder } from '@talad/shipping-payment/replicas/order'
import type { Command } from '@talad/shipping-payment/shipping/commands'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { hexOf } from '../order-samples.ts'
import { suspensionStory } from './known-story.ts'
import { saleOf } from './order-life.ts'
import { hear, NOW, type Step, sent } from './steps.ts'

export type PurchaseStep = Step<Deps>
const now = NOW
/** The time of all that is said. */
export const at = timestampFromDate(NOW)

/** The transaction that delivers a purchase. */
export const deliveryOf = (id: string) => hexOf(`delivery of ${id}`, 64)

/** One purchase: what its buyer does, what the ledger and the chain say. */
export function purchaseOf(name: string) {
  const terms = saleOf(name)
  const id = hexOf(`shipping of ${name}`, 24).slice(2)
  const buyer = `join-buyer-of-${name}`
  const common = { flow: 'shipping', id, customerId: buyer, amount: terms.price.raw, at }
  let said = 0
  const ledger = <D extends DescMessage>(schema: D, message: MessageInitShape<D>, ...after: string[]) => {
    said += 1
    return hear<Deps>(
      sent('ledger', `${name}.${said}`, outgoing('ledger.transfer.v1', buyer, schema, message)),
      ...after,
    )
  }
  const chain = (block: string, about: { confirmed?: boolean; reverted?: boolean }, ...after: string[]) => {
    const position = { blockNumber: 7n, blockHash: hexOf(block, 64), txHash: deliveryOf(id), logIndex: 1 }
    const out = outgoing('asset-indexer.chain.v1', terms.hash, OrderFulfilledSchema, {
      position: { ...position, confirmed: false, reverted: false, ...about },
      orderHash: terms.hash,
      offerer: terms.offerer,
      amount: '4',
    })
    return hear<Deps>(sent('asset-indexer', `${name}.${block}.${Object.keys(about)}`, out), ...after)
  }
  const item = { ...terms, from: terms.tokenId }
  const suspended = (...after: string[]): PurchaseStep[] =>
    suspensionStory(`of ${name}`, item, 1).messages.map((message) => hear<Deps>(message, ...after))
  const call = (step: string, command: Command, ...after: string[]): PurchaseStep => ({
    id: `${name} ${step}`,
    after,
    act: async (deps) => void (await change(deps, shippings, id, command)),
  })
  return { name, terms, id, buyer, ledger, chain, call, common, suspended }
}
export type Purchase = ReturnType<typeof purchaseOf>

export function opening({ name, terms, id, buyer }: Purchase, put: string): PurchaseStep {
  return {
    id: `${name} open`,
    after: [put],
    async act(deps) {
      const order = await findOrder(deps.db, terms.hash)
      const who = {
        buyerCustomerId: buyer,
        buyerAccountId: `account of ${buyer}`,
        recipient: hexOf(buyer, 40),
      }
      const about = {
        order,
        amount: 4n,
        deferPayment: false,
        originUrl: 'http://shop.test',
        suspended: false,
        now,
      }
      await change(deps, shippings, id, { type: 'Open', ...who, ...about })
    },
  }
}

/** The provider says that the newest card payment has come in. */
function charged({ name, id, buyer }: Purchase, after: string): PurchaseStep {
  return {
    id: `${name} charged`,
    after: [after],
    async act(deps) {
      const { rows } = await deps.db.query<{ id: string; order_no: string; amount: bigint }>(
        'select id, order_no, amount from topup where shipping_id = $1',
        [id],
      )
      const [topup] = rows
      if (!topup) throw new Error(`${id} has no card payment`)
      const answer = {
        transactionId: `t-${id}`,
        orderNo: topup.order_no,
        customerId: buyer,
        amount: topup.amount,
      }
      await applyInquiry(deps, topup.id, { ...answer, currency: '764', paymentStatus: 0 })
    },
  }
}

/** From the money in escrow to the end, with a block that is taken back in between or not. */
export function delivered(purchase: Purchase, paid: string, random: Random): PurchaseStep[] {
  const { chain, ledger, common } = purchase
  const detour = random() < 0.5 ? [chain('lost', {}, paid), chain('lost', { reverted: true }, paid)] : []
  const confirmed = chain('kept', { confirmed: true }, paid)
  const settled = { ...common, flow: 'settlement' }
  return [...detour, chain('kept', {}, paid), confirmed, ledger(PostedSchema, settled, confirmed.id)]
}

/** The points don't suffice: they are locked, and the buyer asks for a card to be charged. */
export function cardFrom(purchase: Purchase, open: string): { steps: PurchaseStep[]; charge: string } {
  const { ledger, call, common, buyer } = purchase
  const locked = ledger(HeldSchema, { ...common, held: 100n, attempt: 1 }, open)
  const pay = call('pay', { type: 'Pay', by: buyer, orderReady: true, now }, locked.id)
  const again = ledger(HeldSchema, { ...common, held: 100n, attempt: 2 }, pay.id)
  const charge = charged(purchase, again.id)
  return { steps: [locked, pay, again, charge], charge: charge.id }
}
