import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { isSuspended, lockContract } from '@talad/market/suspensions'
import {
  CapturedSchema,
  type CommandRefused,
  CommandRefusedSchema,
  HeldSchema,
  PostedSchema,
} from '@talad/proto/ledger/v1/events'
import { type Consumer, consumer, type Received } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { changeRefundIn } from '../payment/refund-moved.ts'
import { orderedOf } from '../replicas/order.ts'
import type { Command, Offer } from '../shipping/commands.ts'
import { startDelivery } from '../shipping/delivery.ts'
import { shippings } from '../shipping/stream.ts'
import { orderNoOf } from '../topup/schedule.ts'
import { topups } from '../topup/stream.ts'

/** @param filter whether it is about money of ours */
function onLedger<D extends DescMessage>(
  event: D,
  filter: (message: MessageShape<D>) => boolean,
  run: (message: MessageShape<D>, received: Received, deps: Deps) => Promise<unknown>,
): Consumer<Deps> {
  return consumer<D, Deps>({
    topic: 'ledger.transfer.v1',
    group: 'shipping-payment.transfer',
    event,
    filter,
    each: async (message, received, deps) => void (await run(message, received, deps)),
  })
}

/** What is offered as known now; a suspension that comes meanwhile waits, and finds what is made of the purchase. */
async function offerOf(tx: Tx, id: string): Promise<Offer> {
  const ordered = await orderedOf(tx, id)
  if (!ordered) return { orderStatus: undefined, suspended: false }
  await lockContract(tx, ordered.item, 'trade')
  return { orderStatus: ordered.status, suspended: await isSuspended(tx, ordered.item) }
}

async function refusePayment(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const command = { type: 'RecordPayRefused' as const, reason, ...(await offerOf(tx, id)), now }
  await changeIn(tx, shippings, id, command, now)
}

type MoneyRefused = Extract<Command, { type: 'RecordMoneyRefused' }>

/** Which of our commands was refused, apart from those to pay; undefined: it was none of ours. */
function refusedFlow({ key, flow }: CommandRefused): MoneyRefused['flow'] | undefined {
  if (flow === 'settlement' || flow === 'refund') return flow
  if (flow === 'settlement_reversal') return 'reversal'
  return flow === 'shipping' && key.startsWith('release:') ? 'release' : undefined
}

/** The card payment that a refund is of. */
async function topupOfRefund(tx: Tx, refundId: string): Promise<string | undefined> {
  const found = await tx.query<{ topup_id: string }>('select topup_id from card_refund where id = $1', [
    refundId,
  ])
  return found.rows[0]?.topup_id
}

/** SP-26: the points are put aside: the provider can be asked. */
async function onRefundHeld(tx: Tx, refundId: string, now: Date): Promise<void> {
  const id = await topupOfRefund(tx, refundId)
  if (id !== undefined) await changeRefundIn(tx, id, { type: 'RecordRefundHeld', refundId, now })
}

async function onRefundRefused({ key, id: refundId, code }: CommandRefused, tx: Tx, now: Date, deps: Deps) {
  const id = await topupOfRefund(tx, refundId)
  if (id === undefined) return
  const type = key.startsWith('hold:') ? 'RecordRefundRefusedByLedger' : 'RecordRefundNotPosted'
  await changeRefundIn(tx, id, { type, refundId, reason: code, now })
  // a hold that is refused is said to the admin; anything else leaves money in two places
  if (type === 'RecordRefundNotPosted')
    deps.log.error({ refundId, topup: id, code }, 'the ledger refused to take the points of a refunded card')
}

async function onRefused(refused: CommandRefused, { tx, now }: Received, deps: Deps): Promise<void> {
  const { key, flow, id, code } = refused
  if (flow === 'shipping' && key.startsWith('hold:')) {
    deps.log.warn({ key, code }, 'ledger refused a payment')
    return refusePayment(tx, id, code, now)
  }
  if (flow === 'card_refund' || flow === 'card_refund_reversal')
    return onRefundRefused(refused, tx, now, deps)
  if (flow === 'topup') deps.log.error({ key, code }, 'the ledger refused to credit a card payment')
  const money = refusedFlow(refused)
  if (money === undefined) return
  const command = { type: 'RecordMoneyRefused' as const, flow: money, reason: code, now }
  const { events } = await changeIn(tx, shippings, id, command, now)
  for (const event of events)
    if (event.type === 'IncidentRaised')
      deps.log.error({ shippingId: id, key, code }, 'the ledger refused to move money that is due')
}

type Flow = { flow: string }
const isPurchase = ({ flow }: Flow) => flow === 'shipping'
const isHold = ({ flow }: Flow) => flow === 'shipping' || flow === 'card_refund'
const MONEY: readonly string[] = ['settlement', 'refund', 'settlement_reversal']
const isPosting = ({ flow, capture }: Flow & { capture?: Flow | undefined }) =>
  MONEY.includes(flow) || capture?.flow === 'shipping'

/** What the ledger made of our commands (SP-13). */
export const ledgerConsumers = [
  onLedger(CapturedSchema, isPurchase, async ({ id }, { tx, now }, deps) => {
    const command = { type: 'RecordPaid' as const, ...(await offerOf(tx, id)), now }
    const { state, before } = await changeIn(tx, shippings, id, command, now)
    if (before?.status === 'pending' && state?.status === 'processing')
      await startDelivery(tx, deps, id, state, now)
  }),
  onLedger(HeldSchema, isHold, async ({ flow, id, attempt, held: locked }, { tx, now }) => {
    if (flow === 'card_refund') return onRefundHeld(tx, id, now)
    const topupId = newId(now)
    const offer = await offerOf(tx, id)
    const command = { type: 'RecordFundsLocked' as const, attempt, locked, topupId, ...offer, now }
    const { events, state } = await changeIn(tx, shippings, id, command, now)
    for (const event of events) {
      if (event.type !== 'CardRequested' || !state) continue
      const topup = {
        type: 'Open' as const,
        shippingId: id,
        customerId: state.buyerCustomerId,
        orderNo: orderNoOf(topupId),
        amount: event.data.charge,
        description: `Talad ${id}`,
        payerIp: state.payment.payerIp,
        now,
      }
      await changeIn(tx, topups, topupId, topup, now)
    }
  }),
  onLedger(PostedSchema, isPosting, async ({ flow, id, capture }, { tx, now }) => {
    if (flow === 'settlement') await changeIn(tx, shippings, id, { type: 'RecordSettled', now }, now)
    if (flow === 'refund' || flow === 'settlement_reversal')
      await changeIn(tx, shippings, id, { type: 'RecordRefunded', now }, now)
    if (capture?.flow === 'shipping' && capture.refused !== '')
      await refusePayment(tx, capture.id, capture.refused, now)
  }),
  onLedger(CommandRefusedSchema, () => true, onRefused),
]
