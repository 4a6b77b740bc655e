import type { Queryable } from '@talad/shared/db'
import type { Sweeper } from '@talad/shared/sweeper'
import type { Deps } from '../deps.ts'
import { isExpired } from '../shipping/state.ts'
import { loadShipping } from '../shipping/store.ts'
import { applyInquiry, recordRefused, recordStarted } from './change.ts'

type TopupRow = {
  id: string
  order_no: string
  shipping_id: string
  customer_id: string
  amount: bigint
  transaction_id: string | null
}

const COLUMNS = 'id, order_no, shipping_id, customer_id, amount, transaction_id'

/** Asks the provider about one payment and applies the answer. @throws when no answer came */
export async function inquire(deps: Deps, topup: TopupRow): Promise<void> {
  if (!deps.chillpay) return
  const transactionId = topup.transaction_id ?? (await deps.chillpay.find(topup.order_no))
  const answer = transactionId === undefined ? undefined : await deps.chillpay.inquire(transactionId)
  await applyInquiry(deps, topup.id, answer)
}

/** SP-20: asks about each payment whose time has come, or of which the provider told us something. */
export function inquirySweeper(deps: Deps): Sweeper<TopupRow> {
  return {
    name: 'topup-inquiry',
    everyMs: 5_000,
    due: async () => {
      const found = await deps.db.query<TopupRow>(
        `select ${COLUMNS} from topup where next_inquiry_at <= $1 order by next_inquiry_at limit 20`,
        [deps.now()],
      )
      return found.rows
    },
    key: (topup) => topup.id,
    run: (topup) => inquire(deps, topup),
  }
}

async function start(deps: Deps, topup: TopupRow): Promise<void> {
  const { chillpay } = deps
  if (!chillpay) return
  const { state: shipping } = await loadShipping(deps.db, topup.shipping_id)
  if (shipping?.status !== 'pending' || isExpired(shipping, deps.now())) {
    return recordRefused(deps, topup.id, topup.shipping_id, {
      reason: 'the purchase was canceled',
      inquireAgain: false,
    })
  }
  const started = await chillpay.start({
    orderNo: topup.order_no,
    customerId: topup.customer_id,
    amount: topup.amount,
    description: `Talad ${topup.shipping_id}`,
    ip: '127.0.0.1',
  })
  if (started.kind === 'started') return recordStarted(deps, topup.id, topup.shipping_id, started)
  if (started.duplicate) {
    // an earlier start reached the provider and its answer was lost: first see what became of that payment
    await inquire(deps, topup)
    const reason = 'the payment page was lost, please try again'
    return recordRefused(deps, topup.id, topup.shipping_id, { reason, inquireAgain: true })
  }
  deps.log.error(
    { topup: topup.id, code: started.code, text: started.message },
    'card provider refused a payment',
  )
  return recordRefused(deps, topup.id, topup.shipping_id, { reason: 'Failed to pay', inquireAgain: false }) // SP-22
}

/** Opens each requested card payment at the provider. */
export function startSweeper(deps: Deps): Sweeper<TopupRow> {
  return {
    name: 'topup-start',
    everyMs: 2_000,
    due: async () => {
      const found = await deps.db.query<TopupRow>({
        name: 'topup.to_start',
        text: `select ${COLUMNS} from topup where status = 'pending' and not started order by opened_at limit 20`,
      })
      return found.rows
    },
    key: (topup) => topup.id,
    run: (topup) => start(deps, topup),
    concurrency: 8,
  }
}

/** The top-up that an order number of the provider's means. */
export async function topupByOrderNo(db: Queryable, orderNo: string): Promise<TopupRow | undefined> {
  const found = await db.query<TopupRow>(`select ${COLUMNS} from topup where order_no = $1`, [orderNo])
  return found.rows[0]
}

/** SP-20: the provider is asked about one payment at most so often. */
const BETWEEN_MS = 5_000

/** Has the provider asked as soon as it may be, about a payment of which somebody has said something. */
export async function askSoon(deps: Deps, id: string): Promise<void> {
  const now = deps.now()
  await deps.db.query(
    `update topup set next_inquiry_at = least(next_inquiry_at, greatest($2, inquired_at + $3 * interval '1 ms'))
     where id = $1 and status <> 'completed' and not mismatch`,
    [id, now, BETWEEN_MS],
  )
}

/** SP-20: at most each 5 s. @returns the shipping's newest card payment if it may be asked about now */
export async function claimInquiry(deps: Deps, shippingId: string): Promise<TopupRow | undefined> {
  const now = deps.now()
  const found = await deps.db.query<TopupRow>(
    `update topup set inquired_at = $2 where id = (
       select id from topup where shipping_id = $1 and status <> 'completed' and started
       order by opened_at desc limit 1)
     and (inquired_at is null or inquired_at <= $3) returning ${COLUMNS}`,
    [shippingId, now, new Date(now.getTime() - BETWEEN_MS)],
  )
  return found.rows[0]
}
