import { service as assetIndexer } from '@talad/asset-indexer/service'
import { service as orderBookService } from '@talad/order-book/service'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Db } from '@talad/shared/db'
import type { Context } from '../proof.ts'
import type { ChainHarness } from './on-chain.ts'
import { addressOf, type TestChain, TRADERS } from './test-chain.ts'

export type MarketOptions = {
  /** how deep a block must be for money to follow it */
  confirmations: number
  /** is given the empty database of the orders before the services start */
  prepare?: (orders: Db) => Promise<void>
}

/** The indexer and the order book, following a chain. */
export type Market = {
  indexer: Db
  orders: Db
  orderBookUrl: string
  indexerUrl: string
  token(person: number): Promise<string>
}

function settingsOn({ anvil, deployment }: TestChain): Record<string, string> {
  return {
    RPC_URL: anvil.rpcUrl,
    CHAIN_ID: String(anvil.chainId),
    CHAIN_SLUG: 'kub',
    SEAPORT_ADDRESS: deployment.seaport.toLowerCase(),
  }
}

function indexerSettings(chain: TestChain, confirmations: number): Record<string, string> {
  return {
    ...settingsOn(chain),
    RPC_WS_URL: chain.anvil.rpcUrl.replace('http', 'ws'),
    POLL_MS: '200',
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    CONFIRMATIONS: String(confirmations),
    START_BLOCK: '0',
    IPFS_GATEWAYS: 'http://127.0.0.1:9/',
    COLLECTIONS: JSON.stringify([{ address: chain.loose, type: 'erc721', slug: 'loose', name: 'Loose' }]),
  }
}

function orderSettings(chain: TestChain): Record<string, string> {
  const { zone, pointToken, thbk } = chain.deployment
  return {
    ...settingsOn(chain),
    ZONE_ADDRESS: zone,
    TREASURY_ADDRESS: addressOf(2),
    POINT_TOKEN_ADDRESS: pointToken,
    PRICE_TOKENS: JSON.stringify([{ address: thbk, symbol: 'THBK', decimals: 6, family: 'thb' }]),
    LIMIT_ORDERS_PER_CUSTOMER: '10000',
    LIMIT_ORDERS_PER_ASSET: '1000',
  }
}

/** Who the traders are, as identity tells it. */
function accounts(): Outgoing[] {
  return TRADERS.map((person) =>
    outgoing('identity.account.v1', `account-${person}`, AccountChangedSchema, {
      accountId: `account-${person}`,
      customerId: `join-${person}`,
      kycLevel: 2,
      revision: 1,
      wallets: [{ address: addressOf(person), provider: 'web3' }],
    }),
  )
}

export async function startMarket(
  { harness, chain, folder }: ChainHarness & Pick<Context, 'folder'>,
  { confirmations, prepare = async () => undefined }: MarketOptions,
): Promise<Market> {
  const { closing, settings } = harness
  const [index, book] = [await harness.database('asset-indexer'), await harness.database('order-book')]
  await prepare(book.owner)
  const orderBook = await orderBookService.startIn({ ...settings(book.url), ...orderSettings(chain) })
  closing.add('the order book', orderBook.close)
  const own = { ...indexerSettings(chain, confirmations), MEDIA_DIR: folder }
  const indexer = await assetIndexer.startIn({ ...settings(index.url), ...own })
  closing.add('the indexer', indexer.close)
  await harness.say(...accounts())
  return {
    indexer: index.owner,
    orders: book.owner,
    orderBookUrl: orderBook.url,
    indexerUrl: indexer.url,
    token: (person) => harness.token(String(person)),
  }
}
