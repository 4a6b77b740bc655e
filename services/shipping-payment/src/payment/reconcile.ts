import type { Queryable } from '@talad/shared/db'
import { DAY_MS } from '@talad/shared/local-time'
import type { ChillPay } from '../chillpay/client.ts'
import { type Listed, RETURNED_WORDS } from '../chillpay/search.ts'
import { type Claimed, differencesOf, type Told } from '../topup/compare.ts'
import { meaningOf } from '../topup/decide.ts'

/** What came of a day's comparison with the card provider. */
export type Reconciliation = {
  compared: number
  differences: { orderNo: string; what: string }[]
  /** order numbers for which the provider gave no answer: nothing is known of them */
  unanswered: string[]
}

type Provider = Pick<ChillPay, 'find' | 'inquire' | 'listed' | 'returnState'>
type Time = { from: Date; until: Date }
type Ours = Claimed & { transactionId: string | null }

const AT_ONCE = 4
/** The provider tells when a payment was started, and not when it went back: so far back its returns are looked for. */
const RETURNS_MS = 180 * DAY_MS

/** What the provider's file of a day lists, and what has gone back of what it took before. */
async function theirsOf(chillpay: Provider, { from, until }: Time): Promise<Map<string, Listed>> {
  const listed = await chillpay.listed({ from, until })
  const before = { from: new Date(from.getTime() - RETURNS_MS), until: from }
  for (const word of RETURNED_WORDS) listed.push(...(await chillpay.listed(before, word)))
  return new Map(listed.map((one) => [one.orderNo, one]))
}

type Row = {
  order_no: string
  customer_id: string
  amount: bigint
  credited: bigint | null
  status: Claimed['status']
  transaction_id: string | null
  refund_status: NonNullable<Claimed['refund']>['status'] | 'none'
  refund_amount: bigint | null
}

/** The top-ups that were opened or refunded in the time, and those that the provider names. */
async function oursOf(db: Queryable, named: readonly string[], time: Time): Promise<Map<string, Ours>> {
  const { rows } = await db.query<Row>(
    `select t.order_no, t.customer_id, t.amount, t.status, t.transaction_id, t.refund_status,
       (select (e.data ->> 'amount')::bigint from kit.event e
        where e.stream = 'topup-' || t.id and e.type = 'TopupCompleted') as credited,
       (select r.amount from card_refund r where r.topup_id = t.id order by r.created_at desc limit 1) as refund_amount
     from topup t
     where t.id in (
       select id from topup where order_no = any($1) union
       select id from topup where opened_at >= $2 and opened_at < $3 union
       select topup_id from card_refund where status = 'refunded' and updated_at >= $2 and updated_at < $3)
     order by t.opened_at, t.id`,
    [named, time.from, time.until],
  )
  return new Map(
    rows.map(({ order_no: orderNo, refund_status: status, refund_amount: amount, ...row }) => [
      orderNo,
      {
        orderNo,
        customerId: row.customer_id,
        amount: row.amount,
        credited: row.credited ?? undefined,
        status: row.status,
        transactionId: row.transaction_id,
        refund: status === 'none' || amount === null ? undefined : { status, amount },
      },
    ]),
  )
}

/** What the provider says of one payment. @throws when no answer came */
async function told(
  chillpay: Provider,
  orderNo: string,
  ours: Ours | undefined,
  listed: Listed | undefined,
): Promise<Told> {
  const transactionId = listed?.transactionId ?? ours?.transactionId ?? (await chillpay.find(orderNo))
  const answer = transactionId === undefined ? undefined : await chillpay.inquire(transactionId)
  if (listed) return { answer, returned: listed.returned, word: listed.status }
  // in the file of another day
  const isPaid = answer !== undefined && meaningOf(answer.paymentStatus) === 'completed'
  const returned = (isPaid ? await chillpay.returnState(answer.transactionId) : undefined) ?? 'none'
  return { answer, returned, word: returned }
}

/**
 * Puts the provider's file of a day beside our top-ups of the day: each payment by the provider's own inquiry, each void
 * and refund by its state now (SP-26), and what one side alone knows. What went back of earlier payments is looked at
 * on every day until both sides agree. Changes nothing.
 * @param onProgress told how many are done
 * @throws Error when the provider gives no list: nothing is known then
 */
export async function reconcile(
  { db, chillpay }: { db: Queryable; chillpay: Provider },
  time: Time,
  onProgress: (done: number, of: number) => void,
): Promise<Reconciliation> {
  const theirs = await theirsOf(chillpay, time)
  const ours = await oursOf(db, [...theirs.keys()], time)
  const waiting = [...new Set([...ours.keys(), ...theirs.keys()])]
  const total = waiting.length
  const found: Reconciliation = { compared: 0, differences: [], unanswered: [] }
  const ask = async (orderNo: string) => {
    const own = ours.get(orderNo)
    try {
      const said = await told(chillpay, orderNo, own, theirs.get(orderNo))
      for (const what of differencesOf(own, said)) found.differences.push({ orderNo, what })
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
