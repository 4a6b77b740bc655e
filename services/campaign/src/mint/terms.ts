import type { ContractRow } from '../contract/rows.ts'
import { tokenIdOf } from '../holding/token.ts'
import type { MintTerms } from './events.ts'

type Of = { projectId: string; collectionId: string; itemId: string; number: number; itemTokenId: number }
type By = { holdingId: string | null; automintId: string | null }

/** What is minted by a contract. Of a holding that was granted without a key, the key is one that nobody can send. */
export function termsOf(of: Of, contract: ContractRow, { holdingId, automintId }: By): MintTerms {
  const { number, ...token } = of
  return {
    ...token,
    tokenId: tokenIdOf(number, of.itemTokenId).toString(),
    automintId: automintId ?? `holding ${holdingId}`,
    holdingId,
    contractId: contract.id,
    contractClass: contract.contract_class,
    blockchain: contract.blockchain,
    lane: contract.lane,
  }
}
