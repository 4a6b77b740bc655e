import { abi as erc721 } from '@talad/contracts/abi/TaladERC721'
import { abi as erc1155 } from '@talad/contracts/abi/TaladERC1155'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { type Deployment, deployCollection, deployContracts } from '@talad/contracts/deploy'
import { callRpc } from '@talad/contracts/rpc'
import { Contract, Interface, JsonRpcProvider, type Signer, Wallet } from 'ethers'

export const people = anvilAccounts.map(({ address }) => address)

/** Key of the n-th funded account; the first deploys. */
export function keyOf(person: number): string {
  const account = anvilAccounts[person]
  if (!account) throw new Error(`no account ${person}`)
  return account.privateKey
}

export function addressOf(person: number): string {
  const address = people[person]
  if (!address) throw new Error(`no account ${person}`)
  return address
}

export type TestChain = {
  anvil: Anvil
  provider: JsonRpcProvider
  deployment: Deployment
  signer(person: number): Signer
  collection(kind: 'erc721' | 'erc1155', salt: number, baseUri?: string): Promise<string>
  /** sends from the owner of the collections and waits for the block */
  mint(address: string, to: string, token: number | bigint): Promise<void>
  mintMany(address: string, to: string, token: number | bigint, amount: number | bigint): Promise<void>
  /** moves an ERC-721 token */
  move(address: string, from: number, to: string, token: number | bigint): Promise<void>
  moveBatch(
    address: string,
    from: number,
    to: string,
    tokens: readonly number[],
    amounts: readonly number[],
  ): Promise<void>
  mine(blocks: number): Promise<void>
  height(): Promise<number>
  rpc(method: string, ...params: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** A chain of its own with all contracts. */
export async function startChain(): Promise<TestChain> {
  const anvil = await startAnvil()
  const deployment = await deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: keyOf(0),
    relayers: [{ address: addressOf(9), privateKey: keyOf(9) }],
    treasury: addressOf(8),
  })
  const provider = new JsonRpcProvider(anvil.rpcUrl, undefined, {
    cacheTimeout: -1,
    polling: true,
    batchMaxCount: 1,
  })
  provider.pollingInterval = 20
  const signer = (person: number) => new Wallet(keyOf(person), provider)
  const rpc = (method: string, ...params: unknown[]) => callRpc(anvil.rpcUrl, method, params)
  const send = async (contract: string, abi: Interface, person: number, method: string, args: unknown[]) => {
    const answer = await new Contract(contract, abi, signer(person)).getFunction(method)(...args)
    await answer.wait()
  }
  const single = new Interface(erc721)
  const multi = new Interface(erc1155)
  return {
    anvil,
    provider,
    deployment,
    signer,
    rpc,
    async collection(kind, salt, baseUri = 'https://127.0.0.1/') {
      const { address } = await deployCollection({
        rpcUrl: anvil.rpcUrl,
        deployerKey: keyOf(0),
        factory: deployment.collectionFactory,
        kind,
        baseUri,
        name: `Test ${salt}`,
        symbol: 'T',
        salt: `0x${salt.toString(16).padStart(64, '0')}`,
      })
      return address
    },
    mint: (address, to, token) => send(address, single, 0, 'mint', [to, token]),
    mintMany: (address, to, token, amount) => send(address, multi, 0, 'mint', [to, token, amount]),
    move: (address, from, to, token) =>
      send(address, single, from, 'transferFrom', [addressOf(from), to, token]),
    moveBatch: (address, from, to, tokens, amounts) =>
      send(address, multi, from, 'safeBatchTransferFrom', [addressOf(from), to, tokens, amounts, '0x']),
    mine: async (blocks) => void (await rpc('anvil_mine', `0x${blocks.toString(16)}`)),
    height: async () => Number(await rpc('eth_blockNumber')),
    async stop() {
      provider.destroy()
      await anvil.stop()
    },
  }
}
