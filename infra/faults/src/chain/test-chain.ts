import { abi as erc721Abi } from '@talad/contracts/abi/TaladERC721'
import { abi as erc1155Abi } from '@talad/contracts/abi/TaladERC1155'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { type Deployment, deployCollection, deployContracts } from '@talad/contracts/deploy'
import { callRpc } from '@talad/contracts/rpc'
import { Interface, id, toQuantity, Wallet, zeroPadValue } from 'ethers'
import { z } from 'zod'

export const OWNER = 0
export const RELAYER = 1
/** all keys that may deliver */
export const RELAYERS: readonly number[] = [RELAYER, 8]
const TREASURY = 2
/** accounts that hold, sell and move things */
export const TRADERS: readonly number[] = [3, 4, 5, 6, 7]

export const erc721 = new Interface(erc721Abi)
export const erc1155 = new Interface(erc1155Abi)
/** as deep as a reorganisation may go here, and some more */
const KEPT_STATES = 600

export function keyOf(person: number): string {
  const account = anvilAccounts[person]
  if (!account) throw new Error(`there is no account ${person}`)
  return account.privateKey
}

export function addressOf(person: number): string {
  return new Wallet(keyOf(person)).address.toLowerCase()
}

const blockSchema = z.object({ number: z.string().transform(Number), hash: z.string() })

/**
 * A collection that lets anybody say anything: its calldata is the four topics of the log that it writes. Burns, and
 * transfers by those who don't hold, which our own contracts refuse.
 */
const LOOSE_CODE = '0x60603560403560203560003560006000a400'
const TRANSFER = id('Transfer(address,address,uint256)')

/** Calldata that makes the loose collection tell of a transfer. */
export function looseTransfer(from: string, to: string, token: number): string {
  const words = [from, to, toQuantity(token)].map((word) =>
    zeroPadValue(word.length % 2 ? word.replace('0x', '0x0') : word, 32).slice(2),
  )
  return TRANSFER + words.join('')
}

export type TestChain = {
  anvil: Anvil
  deployment: Deployment
  single: string
  multiple: string
  loose: string
  rpc(method: string, ...params: unknown[]): Promise<unknown>
  head(): Promise<{ number: number; hash: string }>
  mine(blocks?: number): Promise<void>
  /** the next nonce of an account, with what waits */
  nonce(person: number): Promise<number>
  /** signs and hands a call over; it is mined with the next block. @returns its hash */
  send(call: Call, nonce: number): Promise<string>
  stop(): Promise<void>
}

export type Call = { from: number; to: string; data: string }

const officer = (person: number) => ({ address: addressOf(person), privateKey: keyOf(person) })

async function collection(rpcUrl: string, deployment: Deployment, kind: 'erc721' | 'erc1155', salt: string) {
  const { address } = await deployCollection({
    rpcUrl,
    deployerKey: keyOf(OWNER),
    factory: deployment.collectionFactory,
    kind,
    name: kind,
    symbol: 'TEST',
    baseUri: 'http://127.0.0.1:9/',
    salt: zeroPadValue(salt, 32),
  })
  return address.toLowerCase()
}

/** A chain of its own with our contracts, one block a command, on which nothing is mined by itself. @param minters who mints for campaigns */
export async function startTestChain(minters: readonly number[] = []): Promise<TestChain> {
  const anvil = await startAnvil({ keptStates: KEPT_STATES })
  const { rpcUrl, chainId } = anvil
  const rpc = (method: string, ...params: unknown[]) => callRpc(rpcUrl, method, params)
  const deployment = await deployContracts({
    rpcUrl,
    deployerKey: keyOf(OWNER),
    treasury: addressOf(TREASURY),
    relayers: RELAYERS.map(officer),
    minters: minters.map(officer),
  })
  const single = await collection(rpcUrl, deployment, 'erc721', '0x01')
  const multiple = await collection(rpcUrl, deployment, 'erc1155', '0x02')
  const loose = `0x${'1005e'.padStart(40, '0')}`
  await rpc('anvil_setCode', loose, LOOSE_CODE)
  await rpc('evm_setAutomine', false)
  const mine = async (blocks = 1) => void (await rpc('anvil_mine', toQuantity(blocks)))
  return {
    anvil,
    deployment,
    single,
    multiple,
    loose,
    rpc,
    mine,
    head: async () => blockSchema.parse(await rpc('eth_getBlockByNumber', 'latest', false)),
    nonce: async (person) => Number(await rpc('eth_getTransactionCount', addressOf(person), 'pending')),
    async send({ from, to, data }, nonce) {
      const raw = await new Wallet(keyOf(from)).signTransaction({
        type: 2,
        chainId,
        nonce,
        to,
        data,
        gasLimit: 600_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 10n ** 9n,
      })
      return z.string().parse(await rpc('eth_sendRawTransaction', raw))
    },
    stop: () => anvil.stop(),
  }
}
