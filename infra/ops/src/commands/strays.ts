import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { notifyOnce } from '@talad/shared/notifier'
import { listStrays, type Stray, settleStray } from '@talad/shipping-payment/payment/strays'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { type Report, short, table } from '../report.ts'

/** As the card provider numbers them. */
const STATUS: Readonly<Record<number, string>> = {
  0: 'paid',
  1: 'failed',
  2: 'canceled',
  3: 'error',
  9: 'pending',
}

const shown = (stray: Stray) => [
  ...[stray.transaction_id, stray.order_no, STATUS[stray.payment_status] ?? String(stray.payment_status)],
  ...[stray.received_at.toISOString(), short(stray.note ?? '')],
]

/** `strays list`: what the card provider said of orders that aren't ours (SP-17). */
export async function showStrays(context: Context, about: { all: boolean; limit: number }): Promise<Report> {
  const { db } = await context.service('shipping-payment')
  const strays = await listStrays(db, about)
  const waiting = strays.filter(({ settled_at }) => settled_at === null).length
  return {
    json: { strays },
    lines:
      strays.length === 0
        ? ['No callbacks about unknown orders.']
        : table(['transaction', 'order', 'status', 'received', 'settled'], strays.map(shown)),
    next:
      waiting === 0
        ? 'nothing to do.'
        : 'find each at the card provider; where somebody has paid, have it given back there, then "strays settle <transaction> --note <what was done>".',
  }
}

/** `strays settle`: what one was about has been settled with the payer. */
export async function settle(
  context: Context,
  about: { transactionId: string; note: string; dryRun: boolean },
): Promise<Report> {
  const { transactionId, note, dryRun } = about
  if (note.trim() === '') throw new BadParameter('--note', 'says what was done')
  const { db } = await context.service('shipping-payment')
  const unknown = () => new BadParameter('transaction', `nothing waits that is called ${transactionId}`)
  if (dryRun) {
    const waiting = await listStrays(db, { all: false, limit: 1_000_000 })
    if (!waiting.some(({ transaction_id: id }) => id === transactionId)) throw unknown()
    return {
      json: { dryRun: true, transactionId },
      lines: [`${transactionId} would be settled.`],
      next: 'the same without --dry-run.',
    }
  }
  const by = { operator: userInfo().username, requestId: randomUUID(), now: new Date() }
  const settled = await settleStray(db, { transactionId, note, ...by })
  if (!settled) throw unknown()
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { settled },
    lines: [`${transactionId} is settled.`],
    next: 'nothing to do; its row stays, and the audit log tells who settled it.',
  }
}
