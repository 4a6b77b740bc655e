import { join } from 'node:path'
import { assetIndexerConfig } from '@talad/asset-indexer/config'
import { service as assetIndexer } from '@talad/asset-indexer/service'
import { root } from '@talad/dev/config'
import { orderBookConfig } from '@talad/order-book/config'
import { service as orderBookService } from '@talad/order-book/service'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { loadConfig } from '@talad/shared/config'
import { type Db, openDb } from '@talad/shared/db'
import type { RunningService } from '@talad/shared/platform'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, type TestKeys, testKeys } from '@talad/shared/testing/tokens'
import type { Context } from '../proof.ts'
import { addressOf, type TestChain, TRADERS } from './test-chain.ts'

export type MarketOptions = {
  /** how deep a block must be for money to follow it */
  confirmations: number
  /** is given the empty database of the orders before the services start */
  prepare?: (orders: Db) => Promise<void>
}

/** The indexer and the order book on databases and a bus of their own, following a chain. */
export type Market = {
  indexer: Db
  orders: Db
  busUrl: string
  keys: TestKeys
  orderBookUrl: string
  indexerUrl: string
  /** says something on the bus, as another service would */
  say(...messages: Outgoing[]): Promise<void>
  token(person: number): Promise<string>
  /** ends the services and the connections; the databases go with the server */
  stop(): Promise<void>
}

const migrationsOf = (service: string) => join(root, 'services', service, 'prisma/migrations')

function common(database: string, bus: string, keys: TestKeys): Record<string, string> {
  return {
    ...{ NODE_ENV: 'test', DATABASE_URL: database, BUS_DATABASE_URL: bus, JWKS_URL: keys.url },
    ...{ INTERNAL_TOKENS: 'internal-token-for-tests', LOG_LEVEL: 'silent' },
  }
}

function onChain({ anvil, deployment }: TestChain): Record<string, string> {
  return {
    ...{ RPC_URL: anvil.rpcUrl, CHAIN_ID: String(anvil.chainId), CHAIN_SLUG: 'kub' },
    SEAPORT_ADDRESS: deployment.seaport.toLowerCase(),
  }
}

function indexerConfig(chain: TestChain, base: Record<string, string>, confirmations: number) {
  return loadConfig('asset-indexer', assetIndexerConfig, {
    ...base,
    ...onChain(chain),
    ...{ RPC_WS_URL: chain.anvil.rpcUrl.replace('http', 'ws'), POLL_MS: '200' },
    ...{ FACTORY_ADDRESS: chain.deployment.collectionFactory, CONFIRMATIONS: String(confirmations) },
    ...{ START_BLOCK: '0', IPFS_GATEWAYS: 'http://127.0.0.1:9/' },
    COLLECTIONS: JSON.stringify([{ address: chain.loose, type: 'erc721', slug: 'loose', name: 'Loose' }]),
  })
}

function orderConfig(chain: TestChain, base: Record<string, string>) {
  const { zone, pointToken, thbk } = chain.deployment
  return loadConfig('order-book', orderBookConfig, {
    ...base,
    ...onChain(chain),
    ...{ ZONE_ADDRESS: zone, TREASURY_ADDRESS: addressOf(2), POINT_TOKEN_ADDRESS: pointToken },
    PRICE_TOKENS: JSON.stringify([{ address: thbk, symbol: 'THBK', decimals: 6, family: 'thb' }]),
    ...{ LIMIT_ORDERS_PER_CUSTOMER: '10000', LIMIT_ORDERS_PER_ASSET: '1000' },
  })
}

/** Who the traders are, as identity tells it. */
function accounts(): Outgoing[] {
  return TRADERS.map((person) =>
    outgoing('identity.account.v1', `account-${person}`, AccountChangedSchema, {
      ...{ accountId: `account-${person}`, customerId: `join-${person}`, kycLevel: 2, revision: 1 },
      wallets: [{ address: addressOf(person), provider: 'web3' }],
    }),
  )
}

export async function startMarket(
  { postgres, folder, say: tell }: Pick<Context, 'postgres' | 'folder' | 'say'>,
  chain: TestChain,
  { confirmations, prepare = async () => undefined }: MarketOptions,
): Promise<Market> {
  const onError = (error: unknown) => tell(`fault: ${String(error)}`)
  const [indexerUrl, ordersUrl, busUrl, keys] = await Promise.all([
    createTestDatabase(postgres, migrationsOf('asset-indexer')).then(({ url }) => url),
    createTestDatabase(postgres, migrationsOf('order-book')).then(({ url }) => url),
    createEmptyDatabase(postgres).then(({ url }) => url),
    testKeys(),
  ])
  const indexer = openDb(indexerUrl, { onError })
  const orders = openDb(ordersUrl, { onError })
  const bus = await connectPostgresBus(busUrl, { onError })
  await prepare(orders)
  const running: RunningService[] = []
  const orderBook = await orderBookService.start(orderConfig(chain, common(ordersUrl, busUrl, keys)))
  running.push(orderBook)
  const base = { ...common(indexerUrl, busUrl, keys), MEDIA_DIR: folder }
  const index = await assetIndexer.start(indexerConfig(chain, base, confirmations))
  running.push(index)
  let messages = 0
  const say = (...news: Outgoing[]) =>
    bus.publish(
      news.map((message) => {
        messages += 1
        return { ...message, id: `said-${messages}`, headers: { ce_correlationid: 'fire' }, time: new Date() }
      }),
    )
  await say(...accounts())
  return {
    ...{ indexer, orders, busUrl, keys, say, orderBookUrl: orderBook.url, indexerUrl: index.url },
    token: (person) => signToken(keys, { sub: `account-${person}`, jid: String(person), jyc: 2 }),
    async stop() {
      for (const service of running.reverse()) await service.close()
      await bus.close()
      await Promise.all([indexer.end(), orders.end()])
      await keys.close()
    },
  }
}
