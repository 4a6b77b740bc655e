import type { Deps as IndexerDeps } from '@talad/asset-indexer/deps'
import { service as indexer } from '@talad/asset-indexer/service'
import type { Deps as ModerationDeps } from '@talad/moderation/deps'
import { service as moderation } from '@talad/moderation/service'
import type { Deps as BookDeps } from '@talad/order-book/deps'
import { service as book } from '@talad/order-book/service'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { type Db, openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import type { ShippingPaymentConfig } from '@talad/shipping-payment/config'
import { createDelivery } from '@talad/shipping-payment/delivery/chain'
import type { Deps as ShippingDeps } from '@talad/shipping-payment/deps'
import { service as shipping } from '@talad/shipping-payment/service'
import { hexOf } from '../log/order-samples.ts'
import type { Common } from '../log/repeat/harness.ts'
import { orderBookPlay } from '../log/repeat/order-book-play.ts'
import { playBus } from '../log/repeat/played-bus.ts'
import { NOW } from '../log/repeat/steps.ts'
import { createLife, type Life, mortal } from '../money/mortal.ts'

/** A service of which a process works on its database, dies and begins anew. */
export type Place<D> = {
  name: string
  /** as an onlooker reads it */
  db: Db
  life: Life
  deps: D
  restart(): Promise<void>
  close(): Promise<void>
}

/** The services that a suspension concerns, each on a database of its own in which all sequences lie side by side. */
export type Installation = {
  moderation: Place<ModerationDeps & ConsumerDeps>
  book: Place<BookDeps & ConsumerDeps>
  indexer: Place<IndexerDeps & ConsumerDeps>
  shipping: Place<ShippingDeps & ConsumerDeps>
  /** hashes of the orders of which the chain holds a fill */
  sold: Set<string>
  now(): Date
  /** time passes */
  pass(ms: number): void
  /** a sequence begins: the hour is always the same, and nothing is due */
  begin(): Promise<void>
  close(): Promise<void>
}

export const RELAYER_KEY = hexOf('a relayer', 64)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const notifier = {
  notify: () => undefined,
  listen: () => () => undefined,
  close: async () => undefined,
} as unknown as Common['notifier']

type Opened<D> = { deps: D; close(): Promise<void> }

async function openPlace<D>(
  postgres: string,
  { manifest, migrations }: { manifest: { name: string }; migrations: string },
  now: () => Date,
  open: (common: Common) => Opened<D>,
): Promise<Place<D>> {
  const database = await createTestDatabase(postgres, migrations)
  const { url } = database
  const db = openDb(url, { max: 2 })
  const begin = (life: Life) => {
    const working = mortal(openDb(url, { max: 2 }), life)
    const opened = open({ db: working, url, bus: playBus().bus, notifier, now, log })
    return { working, opened }
  }
  const life = createLife()
  let running = begin(life)
  const end = async () => {
    await running.opened.close()
    await running.working.end()
  }
  const place: Place<D> = {
    name: manifest.name,
    db,
    life,
    deps: running.opened.deps,
    async restart() {
      await place.life.settled()
      await end()
      place.life = createLife()
      running = begin(place.life)
      place.deps = running.opened.deps
    },
    async close() {
      await end()
      await db.end()
      await database.drop()
    },
  }
  return place
}

/** @param besides what the handlers work with beside what every service has */
function plainly<D>(besides: Partial<D>): (common: Common) => Opened<D & ConsumerDeps> {
  return (common) => ({
    deps: { ...common, ...besides } as unknown as D & ConsumerDeps,
    close: async () => undefined,
  })
}

/** The relayer's own queue; every fulfilment that is tried out succeeds. */
function openShipping(common: Common): Opened<ShippingDeps & ConsumerDeps> {
  const config = {
    RPC_URL: 'http://127.0.0.1:1',
    CHAIN_ID: 1,
    RELAYER_KEYS: [RELAYER_KEY],
    SEAPORT_ADDRESS: hexOf('seaport', 40),
  } as unknown as ShippingPaymentConfig
  const deps = common as unknown as ShippingDeps & ConsumerDeps
  const real = createDelivery(deps, config)
  const delivery = { ...real, simulate: async () => true, canHold: async () => true }
  return { deps: { ...deps, delivery }, close: () => real.close() }
}

export async function openInstallation(postgres: string): Promise<Installation> {
  const sold = new Set<string>()
  let at = NOW.getTime()
  const now = () => new Date(at)
  const chain: Partial<BookDeps['chain']> = {
    fills: async () => true,
    listing: async (hash) => ({
      block: 1n,
      filled: sold.has(hash),
      cancelled: false,
      counter: 0n,
      balance: sold.has(hash) ? 0n : 4n,
      approved: true,
    }),
  }
  const opened = {
    moderation: await openPlace(postgres, moderation, now, plainly<ModerationDeps>({})),
    book: await openPlace(postgres, book, now, (common) => {
      const { deps, close } = orderBookPlay.open(common)
      return { deps: { ...deps, chain: { ...deps.chain, ...chain } }, close }
    }),
    indexer: await openPlace(
      postgres,
      indexer,
      now,
      plainly<IndexerDeps>({ config: { CHAIN_SLUG: 'kub' } as IndexerDeps['config'] }),
    ),
    shipping: await openPlace(postgres, shipping, now, openShipping),
  }
  return {
    ...opened,
    sold,
    now,
    async begin() {
      at = NOW.getTime()
      sold.clear()
      const places = [opened.moderation, opened.book, opened.indexer, opened.shipping]
      for (const { db } of places) await db.query('delete from kit.job')
      // what has ended in earlier sequences is not looked at again
      await opened.shipping.db.query('update kit.chain_tx set watched = false where watched')
    },
    pass(ms) {
      at += ms
    },
    async close() {
      for (const place of Object.values(opened)) await place.close()
    },
  }
}
