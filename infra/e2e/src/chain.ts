import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import { Contract, JsonRpcProvider } from 'ethers'

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

export function viewChain(run: Run): ChainView {
  const provider = new JsonRpcProvider(run.rpc, run.chainId, { staticNetwork: true, cacheTimeout: -1 })
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
