import { createHash } from 'node:crypto'
import { service as indexer } from '@talad/asset-indexer/service'
import { COMMAND_TOPIC } from '@talad/ledger/consumers/command'
import { suspensions } from '@talad/moderation/suspension/stream'
import { orders } from '@talad/order-book/order/stream'
import type { Terms } from '@talad/order-book/public-state/terms'
import { service as book } from '@talad/order-book/service'
import { isAudit } from '@talad/shared/audit'
import type { OutMessage } from '@talad/shared/bus/port'
import { published } from '@talad/shared/stream'
import { service as shipping } from '@talad/shipping-payment/service'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { hexOf } from '../log/order-samples.ts'
import { endOf } from '../money/play.ts'
import { createPostBox, type PostBox } from '../money/post-box.ts'
import { type Chain, createChain } from './chain.ts'
import type { Installation, Place } from './installation.ts'
import { type Books, createBooks } from './ledger.ts'
import { createMail, type Log, type Mail } from './post.ts'
import type { Sequence } from './sequence.ts'

/** A purchase that somebody has opened. */
export type Purchase = { id: string; buyer: string; terms: Terms }

export type Playing = {
  at: Installation
  sequence: Sequence
  contract: string
  books: Books
  chain: Chain
  logs: readonly Log[]
  ledgerBox: PostBox
  mail: {
    book: Mail<Installation['book']['deps']>
    indexer: Mail<Installation['indexer']['deps']>
    shipping: Mail<Installation['shipping']['deps']>
  }
  /** what is listed, by token */
  listed: Map<bigint, Terms>
  purchases: Purchase[]
  /** services that have done something since their log was read, and since their jobs were looked at */
  touched: { logs: Set<string>; jobs: Set<string> }
  /** hashes of everything that the relayer has signed */
  signed: Set<string>
  diedAt: string[]
  deliveries: number
  trace: string[]
}

/** The groups of each service that hear of it. */
const GROUPS = {
  book: ['order-book.chain', 'order-book.suspension', 'order-book.shipping'],
  indexer: ['asset-indexer.order', 'asset-indexer.suspension'],
  shipping: [
    ...['shipping-payment.order', 'shipping-payment.chain'],
    ...['shipping-payment.suspension', 'shipping-payment.transfer'],
  ],
}

export async function startPlaying(at: Installation, sequence: Sequence): Promise<Playing> {
  const { name } = sequence
  const logOf = async ({ name: of, db }: Place<unknown>, messages: Log['messages']): Promise<Log> => ({
    name: of,
    db,
    messages,
    read: await endOf(db),
  })
  return {
    at,
    sequence,
    contract: hexOf(`contract of ${name}`, 40),
    books: createBooks(name, at.now),
    chain: createChain(name, at.sold),
    logs: [
      await logOf(at.moderation, (row) => (isAudit(row) ? [] : published(suspensions).messages(row))),
      await logOf(at.book, published(orders).messages),
      await logOf(at.shipping, published(shippings).messages),
    ],
    ledgerBox: createPostBox(),
    mail: {
      book: createMail(book.consumers, GROUPS.book),
      indexer: createMail(indexer.consumers, GROUPS.indexer),
      shipping: createMail(shipping.consumers, GROUPS.shipping),
    },
    touched: { logs: new Set(), jobs: new Set() },
    listed: new Map(),
    purchases: [],
    signed: new Set(),
    diedAt: [],
    deliveries: 0,
    trace: [],
  }
}

/** Does something until the process of a service has lived to its end. @throws what isn't its death */
export async function insist<D, T>(
  { diedAt, touched, trace }: Playing,
  place: Place<D>,
  work: (deps: D, tries: number) => Promise<T>,
): Promise<T> {
  touched.logs.add(place.name)
  touched.jobs.add(place.name)
  for (let tries = 0; ; tries++) {
    try {
      const done = await work(place.deps, tries)
      if (place.life.diedAt === undefined) return done
    } catch (error) {
      if (place.life.diedAt === undefined) throw error
    }
    diedAt.push(place.life.diedAt)
    trace.push(`${place.name} died ${place.life.diedAt}`)
    await place.restart()
  }
}

/** Something is on its way to all that listen. */
export function post({ mail, ledgerBox }: Playing, message: OutMessage | undefined): void {
  if (!message) return
  if (message.topic === COMMAND_TOPIC) ledgerBox.put(message)
  mail.book.put(message)
  mail.indexer.put(message)
  mail.shipping.put(message)
}

/** The same for two plays of one seed. */
export const digestOf = ({ trace }: Playing) => createHash('sha256').update(trace.join('\n')).digest('hex')
