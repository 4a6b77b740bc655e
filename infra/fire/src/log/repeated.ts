import type { Context, Figures, Proof } from '../proof.ts'
import { findAll } from './read-models.ts'
import { gatewayPlay } from './repeat/gateway-play.ts'
import { allHandled } from './repeat/handlers.ts'
import { identityPlay } from './repeat/identity-play.ts'
import { indexerPlay } from './repeat/indexer-play.ts'
import { ledgerPlay } from './repeat/ledger-play.ts'
import { orderBookPlay } from './repeat/order-book-play.ts'
import { type Count, playSchedules } from './repeat/schedules.ts'
import { shippingPlay } from './repeat/shipping-play.ts'
import { repeatedPlants } from './repeated-plants.ts'

const plays = [orderBookPlay, shippingPlay, ledgerPlay, indexerPlay, identityPlay, gatewayPlay]

/** How many of all schedules are of a service; the rest is the gateway's, which has no tables. */
const SHARES = { orderBook: 0.15, shipping: 0.3, ledger: 0.2, indexer: 0.15, identity: 0.1 }

function shareOut(size: number) {
  const part = (share: number) => Math.max(1, Math.round(size * share))
  const [orderBook, shipping] = [part(SHARES.orderBook), part(SHARES.shipping)]
  const [ledger, indexer, identity] = [part(SHARES.ledger), part(SHARES.indexer), part(SHARES.identity)]
  return {
    orderBook,
    shipping,
    ledger,
    indexer,
    identity,
    gateway: Math.max(1, size - orderBook - shipping - ledger - indexer - identity),
  }
}

const inWords = ({ schedules, delivered, again, failed, parked }: Count) =>
  `${schedules} schedules, ${delivered} deliveries, ${again} of them again, ${failed} batches failed, ${parked} times drained`

async function run(context: Context): Promise<Figures> {
  const handlers = await allHandled(plays)
  await findAll()
  const shares = shareOut(context.size)
  const ended = await Promise.allSettled([
    playSchedules(context, orderBookPlay, shares.orderBook),
    playSchedules(context, shippingPlay, shares.shipping),
    playSchedules(context, ledgerPlay, shares.ledger),
    playSchedules(context, indexerPlay, shares.indexer),
    playSchedules(context, identityPlay, shares.identity),
    playSchedules(context, gatewayPlay, shares.gateway),
  ])
  const figures: Figures = { 'handlers in the sources': handlers }
  for (const [index, end] of ended.entries()) {
    if (end.status === 'rejected') throw end.reason
    figures[plays[index]?.service ?? ''] = inWords(end.value)
  }
  return figures
}

export const repeated: Proof = {
  id: 'B5',
  title:
    'Each message delivered one to five times, in any order that keeps each key’s, with batches cut anywhere, failing and put aside, leaves in every service what each message once leaves, and makes it say the same',
  size: 10_000,
  unit: 'schedules',
  limitMinutes: 90,
  inTests: 20,
  run,
  plants: repeatedPlants,
  found: [
    'A purchase that the ledger had in hand as its order was cancelled stayed open, and a card was asked to be charged for it, when the ledger’s answer was heard after the cancel.',
    'A parked message that came again just as its retry succeeded could wait for the retry, and the retry for it: a deadlock, which the database ended.',
  ],
}
