import {
  Contract,
  Interface,
  type InterfaceAbi,
  JsonRpcProvider,
  Network,
  Wallet,
  zeroPadValue,
} from 'ethers'
import { abi as mintableAbi } from '../abi/MintableToken.ts'
import { abi as zoneAbi } from '../abi/RelayerZone.ts'
import { abi as seaportAbi } from '../abi/Seaport.ts'
import { abi as erc721Abi } from '../abi/TaladERC721.ts'
import { abi as erc1155Abi } from '../abi/TaladERC1155.ts'
import { anvilAccounts, startAnvil } from '../src/anvil.ts'
import { seaportInterface } from '../src/calldata.ts'
import { deployCollection, deployContracts } from '../src/deploy.ts'
import { ItemType, noConduit, type OrderParameters, OrderType, orderTypedData } from '../src/seaport.ts'

/** Smallest units of whatever a listing is priced in. */
export const PRICE = 2000n

const zoneInterface = Interface.from(zoneAbi)

export function account(index: number): { address: string; privateKey: string } {
  const found = anvilAccounts[index]
  if (!found) throw new RangeError(`there is no account ${index}`)
  return found
}

/** A connection that asks afresh each time, for tests that send and look at once. */
export function connect(rpcUrl: string, chainId: number): JsonRpcProvider {
  const network = Network.from(chainId)
  const provider = new JsonRpcProvider(rpcUrl, network, {
    staticNetwork: network,
    cacheTimeout: -1,
    batchMaxCount: 1,
  })
  provider.pollingInterval = 50
  return provider
}

/** A market on a chain of its own: a seller with an item of each kind, approved to Seaport, and six other people. */
export async function startMarket() {
  const anvil = await startAnvil()
  const provider = connect(anvil.rpcUrl, anvil.chainId)
  const wallet = (index: number) => new Wallet(account(index).privateKey, provider)
  const people = {
    owner: wallet(0),
    relayer: wallet(1),
    treasury: wallet(2),
    seller: wallet(3),
    stranger: wallet(4),
    recipient: wallet(5),
    secondRelayer: wallet(6),
  }
  const { owner, relayer, secondRelayer, seller, stranger, treasury } = people
  const deployment = await deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: owner.privateKey,
    relayers: [relayer, secondRelayer],
    treasury: treasury.address,
  })
  const collection = async (kind: 'erc721' | 'erc1155', salt: string) => {
    const { address } = await deployCollection({
      rpcUrl: anvil.rpcUrl,
      deployerKey: owner.privateKey,
      factory: deployment.collectionFactory,
      kind,
      name: `Test ${kind}`,
      symbol: 'TEST',
      baseUri: 'http://metadata.test/',
      salt: zeroPadValue(salt, 32),
    })
    return address
  }
  const contract = (address: string, abi: InterfaceAbi) => new Contract(address, abi, provider)
  const market = {
    ...people,
    anvil,
    provider,
    deployment,
    seaport: contract(deployment.seaport, seaportAbi),
    thbk: contract(deployment.thbk, mintableAbi),
    single: contract(await collection('erc721', '0x01'), erc721Abi),
    multiple: contract(await collection('erc1155', '0x02'), erc1155Abi),
    stop: async () => {
      provider.destroy()
      await anvil.stop()
    },
  }
  await transact(market.single, owner, 'mint', seller.address, 1)
  await transact(market.multiple, owner, 'mint', seller.address, 1, 10)
  for (const token of [market.single, market.multiple]) {
    await transact(token, seller, 'setApprovalForAll', deployment.seaport, true)
  }
  for (const payer of [relayer, secondRelayer, stranger]) {
    await transact(market.thbk, owner, 'mint', payer.address, 100n * PRICE)
    await transact(market.thbk, payer, 'approve', deployment.seaport, 100n * PRICE)
  }
  return market
}

export type Market = Awaited<ReturnType<typeof startMarket>>

/** Sends a call and waits until it is mined; throws when it reverts. */
export async function transact(contract: Contract, from: Wallet, method: string, ...args: unknown[]) {
  const request = await contract.getFunction(method).populateTransaction(...args)
  const receipt = await (await from.sendTransaction(request)).wait()
  if (!receipt) throw new Error(`${method} was not mined`)
  return receipt
}

let lastSalt = 0n

/** A listing of the seller's single item, restricted to the zone and priced in THBK unless told otherwise. */
export function listing(market: Market, changes: Partial<OrderParameters> = {}): OrderParameters {
  const { deployment, seller, treasury, single } = market
  lastSalt += 1n
  return {
    offerer: seller.address,
    zone: deployment.zone,
    offer: [item(ItemType.ERC721, String(single.target), 1n, 1n)],
    consideration: [{ ...item(ItemType.ERC20, deployment.thbk, 0n, PRICE), recipient: treasury.address }],
    orderType: OrderType.FULL_RESTRICTED,
    startTime: '0',
    endTime: '4102444800',
    zoneHash: noConduit,
    salt: lastSalt.toString(),
    conduitKey: noConduit,
    totalOriginalConsiderationItems: 1,
    ...changes,
  }
}

/** All ten of the seller's multiple item, to be bought in parts and paid in points. */
export function partialListing(market: Market, changes: Partial<OrderParameters> = {}): OrderParameters {
  const { deployment, treasury, multiple } = market
  return listing(market, {
    offer: [item(ItemType.ERC1155, String(multiple.target), 1n, 10n)],
    consideration: [
      { ...item(ItemType.ERC20, deployment.pointToken, 0n, PRICE), recipient: treasury.address },
    ],
    orderType: OrderType.PARTIAL_RESTRICTED,
    ...changes,
  })
}

export function item(itemType: number, token: string, id: bigint, amount: bigint) {
  return {
    itemType,
    token,
    identifierOrCriteria: String(id),
    startAmount: String(amount),
    endAmount: String(amount),
  }
}

/** The seller's signature over an order at their present counter. */
export async function sign(market: Market, parameters: OrderParameters): Promise<string> {
  const { deployment, seller, seaport } = market
  const counter = BigInt(await seaport.getFunction('getCounter')(seller.address))
  const { domain, types, message } = orderTypedData(parameters, counter, deployment)
  return seller.signTypedData(domain, types, message)
}

/** The name of the custom error with which a call reverts, or 'passes'. */
export async function outcome(
  market: Market,
  from: Wallet,
  to: Contract,
  method: string,
  args: unknown[],
): Promise<string> {
  const request = await to.getFunction(method).populateTransaction(...args)
  return outcomeOf(market, from, request.to, request.data, to)
}

/** The same for calldata that is ready. */
export async function outcomeOf(market: Market, from: Wallet, to: string, data: string, errors?: Contract) {
  try {
    await market.provider.call({ from: from.address, to, data })
    return 'passes'
  } catch (error) {
    const revertData = error instanceof Error && 'data' in error ? String(error.data) : ''
    const known = [errors?.interface, seaportInterface, zoneInterface]
    for (const candidate of known) {
      const parsed = candidate?.parseError(revertData)
      if (parsed) return parsed.name
    }
    throw error
  }
}
