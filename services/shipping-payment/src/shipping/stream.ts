import type { Queryable, Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { type Change, type Loaded, load, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type ShippingEvent, shippingEvent } from './events.ts'
import { publish } from './publish.ts'
import { evolve, type Shipping } from './state.ts'
import { shippingView, viewOf } from './view.ts'

/** SP-4: due when the shipping's time is over. */
export const expiry = jobType('shipping.expiry', z.object({ shippingId: z.string() }))

type Changed = Change<Shipping | undefined, ShippingEvent>

type Kept = Changed & { state: Shipping }

/** SP-5: why it ended, where its buyer let it lapse. */
function lapsedOf({
  canceledReason: why,
  payment: { topupId, providerRefId, wasHeld },
}: Shipping): string | null {
  if (wasHeld) return null // SP-18: who was told to wait let nothing lapse
  const sawNoPage = topupId !== undefined && providerRefId === undefined // the provider was away
  if (sawNoPage && why !== 'buyer') return null
  return why === 'expired' || why === 'idle' || why === 'buyer' ? why : null
}

const rowOf = ({ id, version, state }: Kept) => ({
  id,
  version,
  status: state.status,
  payment_status: state.payment.status,
  at_ledger: state.payment.atLedger,
  tx_hash: state.txHash ?? null,
  incident: state.incident ?? null,
  fiat_refund: state.fiatRefund?.status ?? 'none',
  updated_at: state.updatedAt,
  lapsed: lapsedOf(state),
  order_hash: state.order.hash,
  buyer_customer_id: state.buyerCustomerId,
  seller_customer_id: state.order.sellerCustomerId,
  amount: state.amount,
  gross: state.gross,
  expires_at: state.expiresAt,
  created_at: state.createdAt,
})

const CHANGING =
  'version, status, payment_status, at_ledger, tx_hash, incident, fiat_refund, updated_at, lapsed'
const FIXED = 'order_hash, buyer_customer_id, seller_customer_id, amount, gross, expires_at, created_at'
const ROWS = 'json_populate_recordset(null::shipping, $1)'

/** The rows of shippings beside their events: the rows' constraints are the limits of SP-6. */
async function save(tx: Tx, changes: readonly Changed[]): Promise<void> {
  const kept = changes.filter((change): change is Kept => change.state !== undefined)
  // an upsert would fire the insert's trigger, which counts, for a shipping that is open already
  const isNew = ({ version, events }: Kept) => version === events.length
  const [opened, changed] = [kept.filter(isNew), kept.filter((one) => !isNew(one))]
  if (changed.length > 0)
    await tx.query({
      name: 'shipping.update',
      text: `update shipping s set (${CHANGING}) = (select ${CHANGING.replaceAll(/\w+/g, 'n.$&')}) from ${ROWS} n where s.id = n.id`,
      values: [toJson(changed.map(rowOf))],
    })
  if (opened.length === 0) return
  await tx.query({
    name: 'shipping.open',
    text: `insert into shipping (id, ${CHANGING}, ${FIXED}) select id, ${CHANGING}, ${FIXED} from ${ROWS}`,
    values: [toJson(opened.map(rowOf))],
  })
  await expiry.enqueue(
    tx,
    opened.map(({ id, state }) => ({ payload: { shippingId: id }, key: id, at: state.expiresAt })),
  )
}

/** One purchase: from the reservation of the order to its delivery, or back. */
export const shippings = stream({
  name: 'shipping',
  event: shippingEvent,
  initial: undefined as Shipping | undefined,
  evolve,
  decide,
  publicState: { schema: shippingView, of: viewOf },
  publish,
  save,
  // SP-6
  constraints: { shipping_one_per_order: 'ORDER_BUSY', shipping_three_per_buyer: 'TOO_MANY_SHIPPINGS' },
})

export function loadShipping(db: Queryable, id: string): Promise<Loaded<Shipping | undefined>> {
  return load(db, shippings, id)
}

/** @throws Rejection SHIPPING_NOT_FOUND */
export async function existingShipping(db: Queryable, id: string): Promise<Shipping> {
  const { state } = await loadShipping(db, id)
  if (!state) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return state
}
