import type { Context, Figures, Proof } from '../proof.ts'
import { bankPlay } from './repeat/bank-play.ts'
import { gatewayPlay } from './repeat/gateway-play.ts'
import { allHandled } from './repeat/handlers.ts'
import { identityPlay } from './repeat/identity-play.ts'
import { indexerPlay } from './repeat/indexer-play.ts'
import { ledgerPlay } from './repeat/ledger-play.ts'
import { moderationPlay } from './repeat/moderation-play.ts'
import { orderBookPlay } from './repeat/order-book-play.ts'
import { type Count, staged } from './repeat/schedules.ts'
import { shippingPlay } from './repeat/shipping-play.ts'

/** Who is played, and how many parts of all schedules are theirs. */
export const plays = [
  ...[staged(orderBookPlay, 3), staged(shippingPlay, 5), staged(ledgerPlay, 3), staged(indexerPlay, 2)],
  ...[staged(identityPlay, 2), staged(moderationPlay, 1), staged(bankPlay, 2), staged(gatewayPlay, 2)],
]

const inWords = ({ schedules, delivered, again, failed, parked }: Count) =>
  `${schedules} schedules, ${delivered} deliveries, ${again} of them again, ${failed} batches failed, ${parked} times drained`

async function run(context: Context): Promise<Figures> {
  const kinds = await allHandled(plays)
  const whole = plays.reduce((sum, { parts }) => sum + parts, 0)
  const ended = await Promise.allSettled(
    plays.map(({ parts, run: play }) => play(context, Math.ceil((context.size * parts) / whole))),
  )
  const figures: Figures = { 'kinds of messages that services take': kinds }
  for (const [index, end] of ended.entries()) {
    if (end.status === 'rejected') throw end.reason
    figures[plays[index]?.service.manifest.name ?? ''] = inWords(end.value)
  }
  return figures
}

export const repeated: Proof = {
  id: 'B5',
  title:
    'Each message delivered one to five times, in any order that keeps each key’s, with batches cut anywhere, failing and parked, leaves in every service what each message once leaves, and makes it say the same',
  size: 10_000,
  unit: 'schedules',
  limitMinutes: 90,
  inTests: 20,
  run,
  found: [
    'A purchase that the ledger had in hand as its order was cancelled stayed open, and a card was asked to be charged for it, when the ledger’s answer was heard after the cancel.',
    'A purchase that the ledger had in hand as its item was suspended stayed open, and a card was asked to be charged for it, when the ledger’s answer was heard after the suspension.',
    'The gateway refused to show what happened to withdrawals and requests for bank accounts: it had a list of its own of what is shown.',
    'A parked message that came again just as its retry succeeded could wait for the retry, and the retry for it: a deadlock, which the database ended.',
  ],
}
