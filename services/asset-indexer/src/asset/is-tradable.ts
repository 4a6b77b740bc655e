import type { VerificationState } from '@talad/proto/http/asset-indexer/assets'

/** `known`: the contract is of a type that we handle; a collection that is switched off is one that is suspended */
type About = { suspended: boolean; known: boolean; verification: VerificationState }

/** AI-8: may it be traded? */
export function isTradable({ suspended, known, verification }: About): boolean {
  return known && !suspended && verification !== 'needed'
}
