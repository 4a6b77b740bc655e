import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { abi as seaportAbi } from '@talad/contracts/abi/Seaport'
import { abi as erc721Abi } from '@talad/contracts/abi/TaladERC721'
import { abi as erc1155Abi } from '@talad/contracts/abi/TaladERC1155'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { type Deployment, deployCollection, deployContracts } from '@talad/contracts/deploy'
import { createClient } from '@talad/proto/http/client'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Db, inTx } from '@talad/shared/db'
import { signToken } from '@talad/shared/testing/tokens'
import { openUnderTest } from '@talad/shared/testing/under-test'
import {
  Contract,
  type InterfaceAbi,
  JsonRpcProvider,
  Network,
  type TransactionReceipt,
  Wallet,
  zeroPadValue,
} from 'ethers'
import { inject } from 'vitest'
import type { OrderBookConfig } from '../src/config.ts'
import { fees } from '../src/replicas/fees.ts'
import { service as program } from '../src/service.ts'

/** Where fees in crypto go, and shares of those without a wallet. */
export const FEE_WALLET = `0x${'fee0'.repeat(10)}`

/** A node in between that can be taken away and brought back. */
async function startRpcProxy(target: string) {
  let down = false
  const server = createServer(async (request, response) => {
    if (down) return void request.socket.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    })
    response.setHeader('content-type', 'application/json')
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setDown: (value: boolean) => {
      down = value
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function wallets(provider: JsonRpcProvider) {
  const wallet = (index: number) => new Wallet(anvilAccounts[index]?.privateKey ?? '', provider)
  return {
    owner: wallet(0),
    relayer: wallet(1),
    treasury: wallet(2),
    seller: wallet(3),
    stranger: wallet(4),
    recipient: wallet(5),
    joinSeller: wallet(6),
  }
}

/** Sends a call and waits until it is mined. */
export async function transact(contract: Contract, from: Wallet, method: string, ...args: unknown[]) {
  const request = await contract.getFunction(method).populateTransaction(...args)
  return sendFrom(from, request.to, request.data)
}

export async function sendFrom(from: Wallet, to: string, data: string): Promise<TransactionReceipt> {
  const receipt = await (await from.sendTransaction({ to, data })).wait()
  if (!receipt) throw new Error('not mined')
  return receipt
}

function connect({ rpcUrl, chainId }: Anvil): JsonRpcProvider {
  const network = Network.from(chainId)
  const options = { staticNetwork: network, cacheTimeout: -1, batchMaxCount: 1 }
  const provider = new JsonRpcProvider(rpcUrl, network, options)
  provider.pollingInterval = 50
  return provider
}

type Contracts = { deployment: Deployment; single: string; multiple: string }

/** Our contracts; the seller holds singles 1–40 and 100 units of multiples 1–10, all approved to Seaport. */
async function deployMarket(anvil: Anvil, provider: JsonRpcProvider): Promise<Contracts> {
  const { owner, relayer, treasury, seller, joinSeller } = wallets(provider)
  const deployment = await deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: owner.privateKey,
    relayers: [relayer],
    treasury: treasury.address.toLowerCase(),
  })
  const collection = async (kind: 'erc721' | 'erc1155', salt: string, abi: InterfaceAbi) => {
    const { address } = await deployCollection({
      rpcUrl: anvil.rpcUrl,
      deployerKey: owner.privateKey,
      factory: deployment.collectionFactory,
      kind,
      name: kind,
      symbol: 'TEST',
      baseUri: 'http://metadata.test/',
      salt: zeroPadValue(salt, 32),
    })
    return new Contract(address, abi, provider)
  }
  const single = await collection('erc721', '0x01', erc721Abi)
  const multiple = await collection('erc1155', '0x02', erc1155Abi)
  for (let id = 1; id <= 40; id++) await transact(single, owner, 'mint', seller.address, id)
  await transact(single, owner, 'mint', joinSeller.address, 100)
  for (let id = 1; id <= 10; id++) await transact(multiple, owner, 'mint', seller.address, id, 100)
  for (const token of [single, multiple]) {
    for (const holder of [seller, joinSeller]) {
      await transact(token, holder, 'setApprovalForAll', deployment.seaport, true)
    }
  }
  return { deployment, single: String(single.target), multiple: String(multiple.target) }
}

/**
 * The state of a chain with our contracts, made once in a run of the tests: every market begins with a copy.
 * @returns the file of the state, and what stands on it
 */
async function deployedOnce(folder: string): Promise<{ state: string; contracts: Contracts }> {
  const place = join(folder, 'market-chain')
  const read = async () => ({
    state: join(place, 'state'),
    contracts: JSON.parse(await readFile(join(place, 'contracts'), 'utf8')) as Contracts,
  })
  if (existsSync(place)) return read()
  const making = await mkdtemp(`${place}-`)
  const anvil = await startAnvil({ statePath: join(making, 'state') })
  const provider = connect(anvil)
  try {
    await writeFile(join(making, 'contracts'), JSON.stringify(await deployMarket(anvil, provider)))
  } finally {
    provider.destroy()
    await anvil.stop()
  }
  // another test file may have been as fast: whichever is there first is as good
  await rename(making, place).catch(() => rm(making, { recursive: true, force: true }))
  return read()
}

async function startChain(shelf: string) {
  const { state, contracts } = await deployedOnce(shelf)
  const anvil = await startAnvil({ beginWith: state })
  const provider = connect(anvil)
  const { deployment } = contracts
  const single = new Contract(contracts.single, erc721Abi, provider)
  const multiple = new Contract(contracts.multiple, erc1155Abi, provider)
  const seaport = new Contract(deployment.seaport, seaportAbi, provider)
  const stop = async () => {
    provider.destroy()
    await anvil.stop()
  }
  return { anvil, provider, deployment, single, multiple, seaport, ...wallets(provider), stop }
}

/** What moderation says of fees, as if it had been heard. */
async function tell(db: Db, said: MessageInitShape<typeof FeesChangedSchema>): Promise<void> {
  const payload = toBinary(FeesChangedSchema, create(FeesChangedSchema, { revision: 1, ...said }))
  await inTx(db, (tx) =>
    fees.write(tx, { type: fees.event.typeName, payload } as Parameters<typeof fees.write>[1]),
  )
}

/**
 * A real order book on a real chain, with the messages of the other services sent by the test.
 * @param shelf where the state of the chain is kept for the next market
 */
export async function startMarket(
  serverUrl: string,
  changes: Partial<OrderBookConfig> = {},
  shelf = inject('demonstration'),
) {
  const around = await openUnderTest(program, serverUrl)
  const { db, keys } = around
  const chain = await startChain(shelf)
  around.stopAtEnd(chain.stop)
  const rpc = await startRpcProxy(chain.anvil.rpcUrl)
  around.stopAtEnd(rpc.close)
  const heard: OrderChanged[] = []
  await around.hear(
    'order-book.order.v1',
    (message) => void heard.push(fromBinary(OrderChangedSchema, message.payload)),
  )
  const { deployment } = chain
  const config: OrderBookConfig = {
    ...around.config({
      DEV_MODE: '0',
      RPC_URL: rpc.url,
      CHAIN_ID: String(deployment.chainId),
      CHAIN_SLUG: 'kub',
      SEAPORT_ADDRESS: deployment.seaport,
      ZONE_ADDRESS: deployment.zone,
      TREASURY_ADDRESS: chain.treasury.address.toLowerCase(),
      POINT_TOKEN_ADDRESS: deployment.pointToken,
      PRICE_TOKENS: JSON.stringify([
        { address: deployment.thbk, symbol: 'THBK', decimals: 6, family: 'thb', test: false },
        { address: deployment.wrappedJfin, symbol: 'WJFIN', decimals: 18, family: 'jfin', test: false },
      ]),
      THB_ONLY: '0',
      OFFERS: '1',
      FEE_WALLET_ADDRESS: FEE_WALLET,
      COUNTS_KEPT_MS: '0',
    }),
    RPC_TIMEOUT_MS: 9_000,
    LIMIT_ORDERS_PER_CUSTOMER: 50,
    LIMIT_ORDERS_PER_ASSET: 5,
    ...changes,
  }
  let service = await around.start(config)
  const contractAddress = String(chain.single.target).toLowerCase()
  // what everybody knows from the beginning: 2.5% for the platform, 5% for the artist of the singles
  await tell(db, { fees: [{ feeId: 'service', type: 'service', basisPoints: 250, enabled: true }] })
  await tell(db, {
    blockchain: 'kub',
    contractAddress,
    fees: [{ feeId: 'artist', type: 'royalty', customerId: 'join-artist', basisPoints: 500, enabled: true }],
  })
  const token = async (who: string, kycLevel = 2) =>
    signToken(keys, { sub: `account-${who}`, jid: who, jyc: kycLevel })
  const clientOf = (who?: string, kycLevel = 2) =>
    createClient({
      baseUrl: service.url,
      ...(who === undefined ? {} : { token: () => token(who, kycLevel) }),
    })
  return {
    ...around,
    ...chain,
    config,
    rpc,
    heard,
    url: () => service.url,
    /** Ends the order book in the middle of whatever it does, and starts it again when told to. */
    async restart(between: () => Promise<void>) {
      await service.close()
      await between()
      service = await around.start(config)
    },
    token,
    clientOf,
    stop: around.close,
  }
}
export type Market = Awaited<ReturnType<typeof startMarket>>
