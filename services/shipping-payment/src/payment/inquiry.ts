import { inTx, type Queryable } from '@talad/shared/db'
import type { Deps } from '../deps.ts'
import { BETWEEN_MS } from '../topup/schedule.ts'
import { inquiry } from '../topup/stream.ts'
import { applyInquiry } from './card.ts'

export type TopupRow = {
  id: string
  order_no: string
  shipping_id: string
  customer_id: string
  amount: bigint
  transaction_id: string | null
  status: string
  inquired_at: Date | null
}

const COLUMNS = 'id, order_no, shipping_id, customer_id, amount, transaction_id, status, inquired_at'

export async function findTopup(db: Queryable, id: string): Promise<TopupRow | undefined> {
  const found = await db.query<TopupRow>(`select ${COLUMNS} from topup where id = $1`, [id])
  return found.rows[0]
}

/** The top-up that an order number of the provider's means. */
export async function topupByOrderNo(db: Queryable, orderNo: string): Promise<TopupRow | undefined> {
  const found = await db.query<TopupRow>(`select ${COLUMNS} from topup where order_no = $1`, [orderNo])
  return found.rows[0]
}

/** Keeps what the provider has said, for the purchase's timeline. */
export async function noteAnswer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  kind: 'payment' | 'details' | 'void' | 'refund',
  outcome: string,
): Promise<void> {
  const line = [id, kind, outcome.slice(0, 500), now()]
  await db.query('insert into topup_inquiry (topup_id, kind, outcome, at) values ($1, $2, $3, $4)', line)
}

/** Asks the provider about one payment and applies the answer, if it knows of it. @throws when no answer came */
export async function inquire(deps: Deps, topup: TopupRow): Promise<void> {
  if (!deps.chillpay) return
  const transactionId = topup.transaction_id ?? (await deps.chillpay.find(topup.order_no))
  if (transactionId === undefined) return
  const answer = await deps.chillpay.inquire(transactionId)
  await noteAnswer(deps, topup.id, 'payment', answer ? `status ${answer.paymentStatus}` : 'unknown there')
  if (answer) await applyInquiry(deps, topup.id, answer)
}

/** Has the provider asked as soon as it may be, about a payment of which somebody has said something (SP-20). */
export async function askSoon(deps: Deps, { id, status, inquired_at: last }: TopupRow): Promise<void> {
  if (status === 'completed') return
  const now = deps.now().getTime()
  const at = new Date(Math.max(now, (last?.getTime() ?? 0) + BETWEEN_MS))
  await inTx(deps.db, (tx) => inquiry.enqueue(tx, [{ payload: { topupId: id }, key: id, at }]))
}

/** Notes that the provider is asked now. */
export async function noteInquiry(deps: Deps, id: string): Promise<void> {
  await deps.db.query('update topup set inquired_at = $2, inquiries = inquiries + 1 where id = $1', [
    id,
    deps.now(),
  ])
}

/** SP-20: a buyer who looks has it asked about at most each 5 s. @returns whether it may be now, and then isn't again */
export async function claimInquiry(deps: Deps, id: string): Promise<boolean> {
  const now = deps.now()
  const claimed = await deps.db.query(
    `update topup set inquired_at = $2, inquiries = inquiries + 1
     where id = $1 and (inquired_at is null or inquired_at <= $3)`,
    [id, now, new Date(now.getTime() - BETWEEN_MS)],
  )
  return claimed.rowCount === 1
}

/** The shipping's newest card payment that a page was opened for and that may still be completed. */
export async function openTopupOf(db: Queryable, shippingId: string): Promise<TopupRow | undefined> {
  const found = await db.query<TopupRow>(
    `select ${COLUMNS} from topup where shipping_id = $1 and status <> 'completed' and started
     order by opened_at desc limit 1`,
    [shippingId],
  )
  return found.rows[0]
}
