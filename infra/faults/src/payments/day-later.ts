import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { JOB_CHANNEL } from '@talad/shared/jobs'
import { NOTIFY_CHANNEL } from '@talad/shared/notifier'
import { holds } from '../proof.ts'
import { readBooks } from './books.ts'
import { about, callbackFields, openCardPages, sendCallback, signed } from './card.ts'
import type { Shop } from './shop.ts'
import { sweepExpired } from './wave.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** SP-20, in minutes after the start: 5 early ones, then hourly until a day has passed */
const EARLY = [1, 3, 5, 10, 20]
const HOURS = Array.from({ length: 24 }, (_, hour) => 20 + (hour + 1) * 60)

type TopupRow = { shipping_id: string; status: string; inquiries: number; next_at: Date | null }

async function topupsOf(shop: Shop, shippingIds: readonly string[]): Promise<TopupRow[]> {
  const { rows } = await shop.db.query<TopupRow>(
    `select shipping_id, status, inquiries, run_at as next_at from topup t
     left join kit.job j on j.task = 'topup.inquiry' and j.key = t.id where shipping_id = any($1)`,
    [shippingIds],
  )
  return rows
}

/**
 * Card payments of which the provider says nothing for a day: asked about as SP-20 says, given up after 24 hours, and
 * credited all the same when the provider confirms them later (SP-21).
 */
export async function gaveUpAfterADay(shop: Shop): Promise<string> {
  const start = shop.clock.now()
  const [byCallback, byPoll, never] = await openCardPages(shop, ['day-callback', 'day-poll', 'day-never'])
  if (!byCallback || !byPoll || !never) throw new Error('three purchases were to be opened')
  const all = [byCallback, byPoll, never]
  const ids = all.map(({ shippingId }) => shippingId)
  const opened = Date.now()
  for (const minutes of [...EARLY, ...HOURS]) {
    // what the machine took since the start is added, so that nothing is asked about too early
    shop.clock.jumpTo(new Date(start.getTime() + minutes * MINUTE_MS + (Date.now() - opened) + 2_000))
    await shop.db.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, `clock ${JOB_CHANNEL}`])
    await shop.quiet()
  }
  for (const { shipping_id, status, inquiries, next_at } of await topupsOf(shop, ids)) {
    const seen = `${status} after ${inquiries} inquiries, next ${next_at?.toISOString()}`
    holds(status === 'failed' && next_at === null, `${shipping_id} is not given up after 24 h: ${seen}`)
    holds(
      inquiries === EARLY.length + HOURS.length,
      `${shipping_id} is not asked about as SP-20 says: ${seen}`,
    )
  }

  shop.clock.jumpTo(new Date(start.getTime() + 30 * HOUR_MS))
  for (const { orderNo } of [byCallback, byPoll])
    await shop.control('chillpay/settle', { orderNo, choice: 'success', callback: false })
  const late = signed(callbackFields(byCallback, 0), shop.secret)
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendCallback(shop, late)))
  holds(
    answers.every((status) => status === 200),
    `callbacks after 24 h are answered ${answers.join(' ')}`,
  )
  await Promise.all(Array.from({ length: 5 }, () => about(shop, http.checkShippingPay, byPoll)))
  await shop.quiet()

  const books = await readBooks(shop.ledgerDb)
  for (const purchase of all) {
    const paid = purchase !== never
    const credits = books.credits(purchase.customerId)
    const right = credits.times === (paid ? 1n : 0n) && credits.value === (paid ? purchase.charge : 0n)
    holds(right, `${purchase.who} was credited ${credits.times} times, ${credits.value} in all`)
    const { balance, locked } = books.points(purchase.customerId)
    holds(balance === credits.value && locked === 0n, `${purchase.who} has ${balance}, ${locked} locked`)
  }
  await sweepExpired(shop) // a quick machine is here before the service's own job
  const { rows } = await shop.db.query<{ status: string }>('select status from shipping where id = any($1)', [
    ids,
  ])
  const alive = rows.find(({ status }) => status !== 'canceled')
  holds(alive === undefined, `a purchase of a day ago is ${alive?.status}`)
  return `given up after ${EARLY.length + HOURS.length} inquiries, 2 late successes credited once each`
}
