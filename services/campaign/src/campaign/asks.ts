import type { Requirement } from '../requirement/definition.ts'

const ofItem = (itemId: string) => `vitem:${itemId}`
const ofCollection = (collectionId: string) => `vcollection:${collectionId}`
const onChain = (blockchain: string, contractAddress: string) => `nft:${blockchain}/${contractAddress}`

/** CA-32: which tokens requirements are about, so that campaigns are found by a token. */
export function asksOf(requirements: readonly Requirement[]): string[] {
  const asks = requirements.flatMap(({ type, blockchain, contractAddress, vitemId, vcollectionId }) => {
    if (type === 'nft') return blockchain && contractAddress ? [onChain(blockchain, contractAddress)] : []
    if (vitemId !== undefined) return [ofItem(vitemId)]
    return vcollectionId === undefined ? [] : [ofCollection(vcollectionId)]
  })
  return [...new Set(asks)]
}

/** Under which of these a token is found. */
export const namesOf = (token: {
  chain?: { blockchain: string; contractAddress: string } | undefined
  virtual?: { collectionId: string; itemId: string } | undefined
}) => [
  ...(token.chain ? [onChain(token.chain.blockchain, token.chain.contractAddress)] : []),
  ...(token.virtual ? [ofItem(token.virtual.itemId), ofCollection(token.virtual.collectionId)] : []),
]
