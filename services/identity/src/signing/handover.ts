import { safeTransferData } from '@talad/contracts/calldata'
import { callContract, orUnavailable } from '@talad/shared/chain/client'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import type { Transfer } from './decide-transfers.ts'

type Chain = Pick<Deps, 'provider' | 'log'>

async function passes({ provider, log }: Chain, from: string, to: string, item: Transfer): Promise<boolean> {
  const { contractAddress, tokenId } = item
  const amount = BigInt(item.amount)
  const kinds = amount === 1n ? (['erc721', 'erc1155'] as const) : (['erc1155'] as const)
  const answers = kinds.map((kind) => {
    const data = safeTransferData(kind, { from, to, tokenId, amount })
    return callContract(provider, { from, to: contractAddress, data })
  })
  return (await orUnavailable(log, Promise.all(answers))).some((answer) => answer !== undefined)
}

/**
 * SP-29: each transfer is tried out: the wallet holds that much of the item, and who gets it can hold it.
 * @throws Rejection ITEM_NOT_HELD or INVALID_RECIPIENT naming the transfer, UNAVAILABLE
 */
export async function requireHandovers(
  chain: Chain,
  from: string,
  transfers: readonly Transfer[],
): Promise<void> {
  for (const [at, item] of transfers.entries()) {
    if (await passes(chain, from, item.to, item)) continue
    // who has it can hold it: where not even that goes, they don't have it
    if (await passes(chain, from, from, item))
      throw new Rejection('INVALID_RECIPIENT', { field: `transfers.${at}.to` })
    throw new Rejection('ITEM_NOT_HELD', { field: `transfers.${at}.tokenId` })
  }
}
