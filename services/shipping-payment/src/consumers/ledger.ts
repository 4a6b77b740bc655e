import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { lockContracts, suspendedOf } from '@talad/market/suspensions'
import {
  CapturedSchema,
  type CommandRefused,
  CommandRefusedSchema,
  HeldSchema,
  PostedSchema,
} from '@talad/proto/ledger/v1/events'
import { type Consumer, consumer, type Received } from '@talad/shared/consumer'
import { currentContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { type Asked, changeIn, changeMany } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { changeRefundIn } from '../payment/refund-moved.ts'
import { type Ordered, orderedOf } from '../replicas/order.ts'
import { lockOwners } from '../replicas/own-order.ts'
import type { Command, Offer } from '../shipping/commands.ts'
import { startDeliveries } from '../shipping/delivery.ts'
import { shippings } from '../shipping/stream.ts'
import { orderNoOf } from '../topup/schedule.ts'
import { topups } from '../topup/stream.ts'

const LEDGER = { topic: 'ledger.transfer.v1', group: 'shipping-payment.transfer' }

/** @param filter whether it is about money of ours */
function onLedger<D extends DescMessage>(
  event: D,
  filter: (message: MessageShape<D>) => boolean,
  run: (message: MessageShape<D>, received: Received, deps: Deps) => Promise<unknown>,
): Consumer<Deps> {
  return consumer<D, Deps>({
    ...LEDGER,
    event,
    filter,
    each: async (message, received, deps) => void (await run(message, received, deps)),
  })
}

/** What is offered as known now; a suspension or a wallet that moves meanwhile waits, and finds what is made of the purchases. */
async function offersOf(tx: Tx, ids: readonly string[]) {
  if (ids.length > 0) await lockOwners(tx, 'shared')
  const ordered = ids.length > 0 ? await orderedOf(tx, ids) : new Map<string, Ordered>()
  const items = [...ordered.values()].map(({ item }) => item)
  await lockContracts(tx, items, 'trade')
  const suspended = new Set(items.length > 0 ? await suspendedOf(tx, items) : [])
  const offerOf = (id: string): Offer => {
    const { item, status, own = false } = ordered.get(id) ?? {}
    return { orderStatus: status, suspended: item !== undefined && suspended.has(item), own }
  }
  return { ordered, offerOf }
}

async function refusePayment(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const offer = (await offersOf(tx, [id])).offerOf(id)
  await changeIn(tx, shippings, id, { type: 'RecordPayRefused', reason, ...offer, now }, now)
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
/** What it means for a purchase that money has moved. */
const ENDS: Readonly<Record<string, 'RecordSettled' | 'RecordRefunded'>> = {
  settlement: 'RecordSettled',
  refund: 'RecordRefunded',
  settlement_reversal: 'RecordRefunded',
}
const isPosting = ({ flow, capture }: Flow & { capture?: Flow | undefined }) =>
  flow in ENDS || capture?.flow === 'shipping'

/** What the ledger made of our commands (SP-13). */
export const ledgerConsumers = [
  consumer<typeof CapturedSchema, Deps>({
    ...LEDGER,
    event: CapturedSchema,
    filter: isPurchase,
    run: async (captured, { tx, now, contextOf }, deps) => {
      const { ordered, offerOf } = await offersOf(
        tx,
        captured.map(({ id }) => id),
      )
      const asked = captured.map((event) => ({
        stream: shippings,
        id: event.id,
        command: { type: 'RecordPaid' as const, ...offerOf(event.id), now },
        context: contextOf(event),
      }))
      const changed = await changeMany(tx, asked, now)
      const paid = changed.flatMap(({ id, before, state }, index) =>
        before?.status === 'pending' && state?.status === 'processing'
          ? { id, state, signed: ordered.get(id), context: asked[index]?.context ?? currentContext() }
          : [],
      )
      if (paid.length > 0) await startDeliveries(tx, deps, paid, now)
    },
  }),
  onLedger(HeldSchema, isHold, async ({ flow, id, attempt, held: locked }, { tx, now }) => {
    if (flow === 'card_refund') return onRefundHeld(tx, id, now)
    const topupId = newId(now)
    const offer = (await offersOf(tx, [id])).offerOf(id)
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
  consumer<typeof PostedSchema, Deps>({
    ...LEDGER,
    event: PostedSchema,
    filter: isPosting,
    run: async (posted, { tx, now, contextOf }) => {
      const refused = posted.flatMap((event) => {
        const { capture } = event
        return capture?.flow === 'shipping' && capture.refused !== '' ? { event, ...capture } : []
      })
      const { offerOf } = await offersOf(
        tx,
        refused.map(({ id }) => id),
      )
      const asked: Asked<typeof shippings>[] = [
        ...posted.flatMap((event) => {
          const type = ENDS[event.flow]
          return type
            ? { stream: shippings, id: event.id, command: { type, now }, context: contextOf(event) }
            : []
        }),
        ...refused.map(({ event, id, refused: reason }) => {
          const command = { type: 'RecordPayRefused' as const, reason, ...offerOf(id), now }
          return { stream: shippings, id, command, context: contextOf(event) }
        }),
      ]
      await changeMany(tx, asked, now)
    },
  }),
  onLedger(CommandRefusedSchema, () => true, onRefused),
]
