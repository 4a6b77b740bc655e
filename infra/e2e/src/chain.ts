import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'

/** What the chain itself says, asked past all services. */
export type ChainView = {
  ownerOf(contract: string, tokenId: string): Promise<string>
  isApproved(contract: string, owner: string): Promise<boolean>
  /** waits until a transaction is in a block. @throws Error when it reverted */
  mined(txHash: string): Promise<void>
  close(): void
}

const abi = [
  'function ownerOf(uint256) view returns (address)',
  'function isApprovedForAll(address, address) view returns (bool)',
]

const connect = ({ rpc, chainId }: Run) =>
  new JsonRpcProvider(rpc, chainId, { staticNetwork: true, cacheTimeout: -1, batchMaxCount: 1 })

export function viewChain(run: Run): ChainView {
  const provider = connect(run)
  const ask = (contract: string, name: string, ...args: string[]) =>
    new Contract(contract, abi, provider).getFunction(name)(...args)
  return {
    ownerOf: async (contract, tokenId) => String(await ask(contract, 'ownerOf', tokenId)).toLowerCase(),
    isApproved: async (contract, owner) =>
      (await ask(contract, 'isApprovedForAll', owner, run.contracts.seaport)) === true,
    async mined(txHash) {
      const receipt = await until('the transaction is mined', async () => {
        return (await provider.getTransactionReceipt(txHash)) ?? undefined
      })
      if (receipt.status !== 1) throw new Error(`transaction ${txHash} reverted`)
    },
    close: () => provider.destroy(),
  }
}

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

const transferAbi = ['function transferFrom(address from, address to, uint256 tokenId)']

/** Gives a token of one unit away from a person's own wallet; returns when that is in a block. */
export async function giveAway(
  run: Run,
  { privateKey, address }: { privateKey: string; address: string },
  { contract, tokenId }: { contract: string; tokenId: string },
  to: string,
): Promise<void> {
  const provider = connect(run)
  try {
    const signed = new Contract(contract, transferAbi, new Wallet(privateKey, provider))
    const sent = await signed.getFunction('transferFrom')(address, to, tokenId)
    await sent.wait()
  } finally {
    provider.destroy()
  }
}
