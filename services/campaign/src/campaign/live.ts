import { z } from 'zod'
import { type Requirement, requirement } from '../requirement/definition.ts'
import { type Slot, slotsOf } from '../requirement/slots.ts'
import type { CampaignRow } from './rows.ts'

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

const MOST_KEPT = 1_000
/** What follows from the id and the version of what is live alone, so that it is read once. */
const kept = new Map<string, { version: number; slots: readonly Slot[] }>()
const stored = z.array(requirement.extend({ slotId: z.string() }))

/** Requirements that were saved, read back. */
export const savedRequirements = (saved: unknown): Requirement[] => stored.parse(saved ?? [])

/** CA-21: the slots of what is live, read once for a version. */
export function liveSlots({ id, artifacts, artifacts_version: version }: CampaignRow): readonly Slot[] {
  const known = kept.get(id)
  if (known?.version === version) return known.slots
  const slots = slotsOf(savedRequirements(artifacts.requirements))
  kept.delete(id)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(id, { version, slots })
  return slots
}
