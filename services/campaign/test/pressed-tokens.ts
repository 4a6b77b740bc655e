import type { HeldTokens } from '../src/token/indexer.ts'

// What the index says, and what campaigns ask for, in as few words as there can be.

export const CONTRACT = `0x${'1'.repeat(40)}`
export const WALLET = `0x${'a'.repeat(40)}`
export const held = (tokens: HeldTokens['tokens'], more: Partial<HeldTokens> = {}): HeldTokens => ({
  blockchain: 'kub',
  block: 100,
  isLate: false,
  more: false,
  tokens,
  ...more,
})
export const token = (tokenId: number, more: Partial<HeldTokens['tokens'][number]> = {}) => ({
  address: CONTRACT,
  standard: 'ERC721' as const,
  tokenId: BigInt(tokenId),
  suspended: false,
  read: false,
  holdings: [{ wallet: WALLET, units: 1n }],
  traits: [] as [string, string][],
  ...more,
})
export const vnft = (tag: string, nftItemId: string) => ({ type: 'vnft', tag, nftItemId })
export const nft = (tag: string, more: object = {}) => ({
  type: 'nft',
  tag,
  blockchain: 'kub',
  contractAddress: CONTRACT,
  nftType: 'ERC721',
  ...more,
})
export const needs = (...requirements: object[]) => ({ requirements })
