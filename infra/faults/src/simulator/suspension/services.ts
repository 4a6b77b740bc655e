import type { Deps as IndexerDeps } from '@talad/asset-indexer/deps'
import { marketJob } from '@talad/asset-indexer/jobs/market'
import { suspensionJob } from '@talad/asset-indexer/jobs/suspension'
import { service as indexer } from '@talad/asset-indexer/service'
import type { Deps as ModerationDeps } from '@talad/moderation/deps'
import { service as moderation } from '@talad/moderation/service'
import type { OrderBookConfig } from '@talad/order-book/config'
import { type Deps as BookDeps, makeDeps } from '@talad/order-book/deps'
import { activityJob } from '@talad/order-book/jobs/activity'
import { suspendedJob } from '@talad/order-book/jobs/suspended'
import { service as book } from '@talad/order-book/service'
import type { ConsumerDeps } from '@talad/shared/consumer'
import type { ShippingPaymentConfig } from '@talad/shipping-payment/config'
import { createDelivery } from '@talad/shipping-payment/delivery/chain'
import type { Deps as ShippingDeps } from '@talad/shipping-payment/deps'
import { expiryJob } from '@talad/shipping-payment/jobs/expiry'
import { service as shipping } from '@talad/shipping-payment/service'
import { type Ledger, openLedger } from '../ledger.ts'
import { hexOf } from '../order-samples.ts'
import { type Kit, openService, type SimulatedService } from '../service.ts'
import type { Environment } from '../workload.ts'

/** The services that a suspension concerns. */
export type Market = Environment & {
  moderation: SimulatedService<ModerationDeps & ConsumerDeps>
  book: SimulatedService<BookDeps & ConsumerDeps>
  indexer: SimulatedService<IndexerDeps & ConsumerDeps>
  shipping: SimulatedService<ShippingDeps & ConsumerDeps>
  ledger: Ledger
  /** hashes of the orders that the chain has filled */
  sold: Set<string>
}

export const RELAYER_KEY = hexOf('a relayer', 64)

/** The order book, with a chain that knows only what was sold. */
function openBook(kit: Kit, sold: ReadonlySet<string>) {
  const chain = {
    fills: async () => true,
    listing: async (hash: string) => ({
      block: 1n,
      filled: sold.has(hash),
      cancelled: false,
      counter: 0n,
      balance: sold.has(hash) ? 0n : 4n,
      approved: true,
    }),
  } as unknown as BookDeps['chain']
  const node = { RPC_URL: 'http://127.0.0.1:1', RPC_TIMEOUT_MS: 1 }
  const config = { NODE_ENV: 'test', DATABASE_URL: kit.url, PRICE_TOKENS: [], ...node }
  const platform = kit as unknown as BookDeps & ConsumerDeps
  const deps = { ...platform, ...makeDeps(platform, config as unknown as OrderBookConfig, { chain }) }
  return { deps, close: () => deps.prisma.$disconnect() }
}

/** With the relayer's own queue; every fulfilment that is tried out succeeds. */
function openShipping(kit: Kit) {
  const config = {
    RPC_URL: 'http://127.0.0.1:1',
    CHAIN_ID: 1,
    RELAYER_KEYS: [RELAYER_KEY],
    SEAPORT_ADDRESS: hexOf('seaport', 40),
  } as unknown as ShippingPaymentConfig
  const deps = kit as unknown as ShippingDeps & ConsumerDeps
  const real = createDelivery(deps, config)
  const delivery = {
    ...real,
    simulate: async () => true,
    canHold: async () => true,
    isContract: async () => false,
  }
  return { deps: { ...deps, delivery }, close: () => real.close() }
}

export async function openMarket(postgres: string, now: () => Date): Promise<Market> {
  const sold = new Set<string>()
  const opened = {
    moderation: await openService<ModerationDeps>(postgres, now, {
      service: moderation,
      open: (kit) => ({
        deps: { ...kit, blacklist: new Set(['evil.example']) } as unknown as ModerationDeps & ConsumerDeps,
      }),
    }),
    book: await openService<BookDeps>(postgres, now, {
      service: book,
      jobs: [suspendedJob, activityJob],
      open: (kit) => openBook(kit, sold),
    }),
    indexer: await openService<IndexerDeps>(postgres, now, {
      service: indexer,
      jobs: [suspensionJob, marketJob],
      exceptInvariants: ['(AI-9)'], // goes by the clock of the database
      open: (kit) => ({
        deps: { ...kit, config: { CHAIN_SLUG: 'kub' } } as unknown as IndexerDeps & ConsumerDeps,
      }),
    }),
    shipping: await openService<ShippingDeps>(postgres, now, {
      service: shipping,
      jobs: [expiryJob],
      open: openShipping,
    }),
    ledger: await openLedger(postgres, now),
  }
  return { ...opened, services: Object.values(opened), sold }
}
