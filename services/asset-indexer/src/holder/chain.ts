import { Interface } from 'ethers'
import { z } from 'zod'
import type { ContractType } from '../chain/facts.ts'
import type { ChainRpc } from '../chain/rpc.ts'

const erc721 = new Interface(['function ownerOf(uint256) view returns (address)'])
const erc1155 = new Interface(['function balanceOf(address, uint256) view returns (uint256)'])

/** Who holds how much of a token. */
export type Held = {
  assetId: string
  contract: string
  type: ContractType
  tokenId: bigint
  address: string
  quantity: bigint
}

/** @returns undefined where the contract answers what no such contract would */
function decoded<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * What the chain says that an address holds, at one block, or at its head where none is named.
 * @returns zero where the contract refuses, as it does for a token that is burned, or answers nonsense
 */
export async function heldOnChain(
  rpc: Pick<ChainRpc, 'call'>,
  held: Held,
  blockHash?: string,
): Promise<bigint> {
  const { contract, type, tokenId, address } = held
  if (type === 'erc721') {
    const answer = await rpc.call(contract, erc721.encodeFunctionData('ownerOf', [tokenId]), blockHash)
    const owner = answer && decoded(() => z.string().parse(erc721.decodeFunctionResult('ownerOf', answer)[0]))
    return owner?.toLowerCase() === address ? 1n : 0n
  }
  const data = erc1155.encodeFunctionData('balanceOf', [address, tokenId])
  const answer = await rpc.call(contract, data, blockHash)
  const balance =
    answer && decoded(() => z.bigint().parse(erc1155.decodeFunctionResult('balanceOf', answer)[0]))
  return balance || 0n
}
