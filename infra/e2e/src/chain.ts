import { personOf } from '@talad/demo/people'
import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import { Contract, Interface, JsonRpcProvider, Wallet } from 'ethers'
import { z } from 'zod'

const abi = [
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function ownerOf(uint256) view returns (address)',
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
]
const editions = [
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
]

export const connect = ({ rpc, chainId }: Run) =>
  new JsonRpcProvider(rpc, chainId, { staticNetwork: true, cacheTimeout: -1, batchMaxCount: 1 })

/** The chain itself, asked past all services. */
export function openChain(run: Run) {
  const provider = connect(run)
  const of = (contract: string, key?: string) =>
    new Contract(contract, abi, key === undefined ? provider : new Wallet(key, provider))
  const editionsOf = (contract: string, key?: string) =>
    new Contract(contract, editions, key === undefined ? provider : new Wallet(key, provider))
  const ownerOf = async (contract: string, token: number | string) =>
    String(await of(contract).getFunction('ownerOf')(token)).toLowerCase()
  /** As anybody, whether we have their key or not. */
  async function as(from: string, contract: string, method: string, args: unknown[]): Promise<void> {
    const data = new Interface(abi).encodeFunctionData(method, args)
    await provider.send('anvil_impersonateAccount', [from])
    const hash = String(await provider.send('eth_sendTransaction', [{ from, to: contract, data }]))
    await provider.send('anvil_stopImpersonatingAccount', [from])
    const receipt = await provider.waitForTransaction(hash)
    if (receipt?.status !== 1) throw new Error(`${method} of ${from} was refused`)
  }
  const sent = async (work: Promise<{ wait(): Promise<unknown> }>) => (await work).wait()
  return {
    ownerOf,
    isApproved: async (contract: string, owner: string) =>
      (await of(contract).getFunction('isApprovedForAll')(owner, run.contracts.seaport)) === true,
    /** Waits until a transaction is in a block. @throws Error when it reverted */
    async mined(txHash: string) {
      const receipt = await until('the transaction is mined', async () => {
        return (await provider.getTransactionReceipt(txHash)) ?? undefined
      })
      if (receipt.status !== 1) throw new Error(`transaction ${txHash} reverted`)
    },
    balanceOf: async (token: string, wallet: string) =>
      BigInt(await of(token).getFunction('balanceOf')(wallet)),
    unitsOf: async (contract: string, token: number, wallet: string) =>
      BigInt(await editionsOf(contract).getFunction('balanceOf')(wallet, token)),
    allowanceOf: async (token: string, wallet: string) =>
      BigInt(await of(token).getFunction('allowance')(wallet, run.contracts.seaport)),
    /** network fees, and THBK of a demonstration person */
    async fund(address: string, thbk: bigint) {
      await provider.send('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
      const { privateKey } = personOf('buyer')
      await sent(of(run.contracts.thbk, privateKey).getFunction('transfer')(address, thbk))
    },
    async give(contract: string, token: number, to: string) {
      const { privateKey } = personOf('seller')
      const from = new Wallet(privateKey).address
      await sent(of(contract, privateKey).getFunction('safeTransferFrom')(from, to, token))
    },
    async giveUnits(contract: string, token: number, amount: number, to: string) {
      const { privateKey } = personOf('seller')
      const from = new Wallet(privateKey).address
      await sent(
        editionsOf(contract, privateKey).getFunction('safeTransferFrom')(from, to, token, amount, '0x'),
      )
    },
    /** Hands on what whoever holds it has. */
    async handOn(contract: string, token: number | string, to: string) {
      const from = await ownerOf(contract, token)
      if (from !== to) await as(from, contract, 'safeTransferFrom', [from, to, token])
    },
    /** Takes back, past the shop, what a wallet has let the market move. */
    takeBack: (contract: string, wallet: string) =>
      as(wallet, contract, 'setApprovalForAll', [run.contracts.seaport, false]),
    /** What is sent makes no block of its own, until `goOn`. */
    pause: () => provider.send('evm_setAutomine', [false]),
    goOn: () => provider.send('evm_setAutomine', [true]),
    /** Takes what was sent out of the line in which it waits. @returns puts it back */
    async hold(hash: string) {
      const raw = z.string().parse(await provider.send('eth_getRawTransactionByHash', [hash]))
      z.string().parse(await provider.send('anvil_dropTransaction', [hash])) // null: it was mined already
      return () => provider.send('eth_sendRawTransaction', [raw])
    },
    close: () => provider.destroy(),
  }
}

export type Chain = ReturnType<typeof openChain>

/** Takes all money from the relayers, so that nothing that is paid is signed. @returns gives it back */
export async function emptyRelayers(run: Run): Promise<() => Promise<void>> {
  const provider = connect(run)
  const set = (balance: string) =>
    Promise.all(run.contracts.relayers.map((one) => provider.send('anvil_setBalance', [one, balance])))
  await set('0x0')
  return async () => {
    await set(`0x${(10n ** 21n).toString(16)}`)
    provider.destroy()
  }
}
