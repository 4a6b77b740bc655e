import type { Requirement } from '../requirement/definition.ts'

/** Names under which what an item, and a collection, has given is counted (CA-49). */
export const supplyOfItem = (itemId: string) => `vitem:${itemId}`
export const supplyOfCollection = (collectionId: string) => `vcollection:${collectionId}`
const onChain = (blockchain: string, contractAddress: string) => `nft:${blockchain}/${contractAddress}`

/** CA-32: which tokens requirements are about, so that campaigns are found by a token. */
export function asksOf(requirements: readonly Requirement[]): string[] {
  const asks = requirements.flatMap(({ type, blockchain, contractAddress, vitemId, vcollectionId }) => {
    if (type === 'nft') return blockchain && contractAddress ? [onChain(blockchain, contractAddress)] : []
    if (vitemId !== undefined) return [supplyOfItem(vitemId)]
    return vcollectionId === undefined ? [] : [supplyOfCollection(vcollectionId)]
  })
  return [...new Set(asks)]
}

/** Under which of these a token is found. */
export const namesOf = (token: {
  chain?: { blockchain: string; contractAddress: string } | undefined
  virtual?: { collectionId: string; itemId: string } | undefined
}) => [
  ...(token.chain ? [onChain(token.chain.blockchain, token.chain.contractAddress)] : []),
  ...(token.virtual
    ? [supplyOfItem(token.virtual.itemId), supplyOfCollection(token.virtual.collectionId)]
    : []),
]
