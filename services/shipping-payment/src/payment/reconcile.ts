import type { Queryable } from '@talad/shared/db'
import type { ChillPay } from '../chillpay/client.ts'
import { type Claimed, differencesOf } from '../topup/compare.ts'

type Row = {
  order_no: string
  customer_id: string
  amount: bigint
  status: Claimed['status']
  transaction_id: string | null
}

/** What came of a day's comparison with the card provider. */
export type Reconciliation = {
  compared: number
  differences: { orderNo: string; what: string }[]
  /** order numbers for which the provider gave no answer: nothing is known of them */
  unanswered: string[]
}

const AT_ONCE = 4

/**
 * Asks the card provider of every top-up that was opened in a time, and tells in what its account differs from ours.
 * Changes nothing.
 * @param onProgress told how many are done
 */
export async function reconcile(
  deps: { db: Queryable; chillpay: Pick<ChillPay, 'find' | 'inquire'> },
  { from, until }: { from: Date; until: Date },
  onProgress: (done: number, of: number) => void,
): Promise<Reconciliation> {
  const { db, chillpay } = deps
  const { rows } = await db.query<Row>(
    `select order_no, customer_id, amount, status, transaction_id from topup
     where opened_at >= $1 and opened_at < $2 order by opened_at, id`,
    [from, until],
  )
  const found: Reconciliation = { compared: 0, differences: [], unanswered: [] }
  const total = rows.length
  const waiting = [...rows]
  const ask = async ({ order_no: orderNo, ...row }: Row) => {
    const ours = { status: row.status, orderNo, customerId: row.customer_id, amount: row.amount }
    try {
      const transactionId = row.transaction_id ?? (await chillpay.find(orderNo))
      const answer = transactionId === undefined ? undefined : await chillpay.inquire(transactionId)
      for (const what of differencesOf(ours, answer)) found.differences.push({ orderNo, what })
      found.compared += 1
    } catch {
      found.unanswered.push(orderNo) // told as such: no answer is no proof of anything
    }
    onProgress(found.compared + found.unanswered.length, total)
  }
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await ask(next)
  })
  await Promise.all(lanes)
  return found
}
