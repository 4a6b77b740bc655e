import { PrismaPg } from '@prisma/adapter-pg'
import { exchangeTicker, type RateSource } from '@talad/market/rates/source'
import { createProvider } from '@talad/shared/chain/client'
import type { Platform } from '@talad/shared/platform'
import { type ChainReader, createChainReader } from './chain/read.ts'
import type { OrderBookConfig } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { type Market, marketOf } from './market.ts'

/** What the order book works with: the platform's parts, its read models, the chain, and the terms of trade. */
export type Deps = Platform & {
  prisma: PrismaClient
  chain: ChainReader
  market: Market
  /** how long totals that take long are told before they are counted anew */
  countsKeptMs: number
  rateSource?: RateSource
}

export function makeDeps(platform: Platform, config: OrderBookConfig, outside: Partial<Deps> = {}): Deps {
  const { RPC_URL: rpcUrl, CHAIN_ID: chainId, RPC_TIMEOUT_MS: timeoutMs } = config
  const provider = createProvider({ rpcUrl, chainId, timeoutMs })
  return {
    ...platform,
    prisma: new PrismaClient({ adapter: new PrismaPg(platform.db) }),
    chain: createChainReader({ provider, log: platform.log }, config.SEAPORT_ADDRESS),
    market: marketOf(config),
    countsKeptMs: config.COUNTS_KEPT_MS,
    ...(config.RATES_URL === undefined ? {} : { rateSource: exchangeTicker(config.RATES_URL) }),
    ...outside,
  }
}
