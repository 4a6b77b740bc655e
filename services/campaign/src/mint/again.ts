import { orUnavailable } from '@talad/shared/chain/client'
import { Rejection } from '@talad/shared/rejection'
import type { ContractRow } from '../contract/rows.ts'
import { findContract } from '../contract/rows.ts'
import type { Deps } from '../deps.ts'
import type { MintCommand } from './decide.ts'
import type { MintRow } from './rows.ts'

type By = { by: string; now: Date; receiver: string }

/**
 * CA-48: what is to become of a mint that is tried again: the chain is asked first, and what it has is mined.
 * @throws Rejection UNAVAILABLE where it can't be asked, CONTRACT_DISABLED
 */
export async function againCommand(
  deps: Deps,
  mint: MintRow,
  { by, now, receiver }: By,
): Promise<MintCommand> {
  if (mint.state === 'open' || mint.state === 'mined') return { type: 'Retry', by, now, receiver } // refused by its state
  const contract: ContractRow | undefined = await findContract(deps.db, mint.contract_id)
  if (!contract) throw new Error('a mint without its contract')
  const { address, disabled } = contract
  const [used] =
    address === null ? [] : await orUnavailable(deps.log, deps.minter.used(address, [mint.chain_key]))
  if (used && !used.deep) throw new Rejection('UNAVAILABLE') // a reorganisation may still take it back: soon again
  if (used && address !== null) return { type: 'Mine', now, txHash: used.txHash, contract: address }
  if (disabled) throw new Rejection('CONTRACT_DISABLED', { field: '_id' }) // CA-52
  return { type: 'Retry', by, now, receiver }
}
