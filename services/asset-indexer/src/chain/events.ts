import { z } from 'zod'
import { chainFact } from './facts.ts'

/** What others may know of an asset. */
export const assetView = z.object({
  assetId: z.string(),
  contract: z.string(),
  contractType: z.enum(['erc721', 'erc1155']),
  token: z.string(),
  collectionId: z.string(),
  name: z.string(),
  image: z.string(),
  /** of its metadata and picture; absent until they were read */
  contentHash: z.string().optional(),
  /** AI-8: of its collection; absent: nothing is said of it */
  tradable: z.boolean().optional(),
  verified: z.boolean().optional(),
  /** AI-7: absent: it stands for nothing */
  abstract: z
    .object({ kind: z.string(), collectionId: z.string(), itemId: z.string(), tokenId: z.string() })
    .optional(),
})
export type AssetView = z.infer<typeof assetView>

/** MO-15: what the maker of an asset says and shows of it. */
export const assetReading = z.object({
  assetId: z.string(),
  contract: z.string(),
  token: z.string(),
  collectionName: z.string(),
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
  metadataHash: z.string(),
  pictureHash: z.string(),
})
export type AssetReading = z.infer<typeof assetReading>

/** GW-5: which sites show a collection besides the main one. */
export const shownCollection = z.object({
  collectionId: z.string(),
  contract: z.string(),
  sites: z.array(z.string()),
  revision: z.int(),
})
export type ShownCollection = z.infer<typeof shownCollection>

/** Stored events: several facts in one, because a backfill brings thousands a second. */
export const chainEvent = z.discriminatedUnion('type', [
  /** `final`: past the finality depth already when they were indexed, so that both is told at once */
  z.object({
    type: z.literal('FactsIndexed'),
    data: z.object({ facts: z.array(chainFact), final: z.boolean() }),
  }),
  z.object({ type: z.literal('FactsConfirmed'), data: z.object({ facts: z.array(chainFact) }) }),
  z.object({ type: z.literal('FactsReverted'), data: z.object({ facts: z.array(chainFact) }) }),
  z.object({ type: z.literal('AssetsAdded'), data: z.object({ assets: z.array(assetView) }) }),
  z.object({ type: z.literal('AssetUpdated'), data: z.object({ asset: assetView }) }),
  /** AI-8: many of one collection at once */
  z.object({ type: z.literal('AssetsRestated'), data: z.object({ assets: z.array(assetView) }) }),
  z.object({ type: z.literal('MetadataRead'), data: z.object({ reading: assetReading }) }),
  z.object({ type: z.literal('SitesChosen'), data: z.object({ collection: shownCollection }) }),
])
export type ChainEvent = z.infer<typeof chainEvent>

/** The relay reads 500 events at a time: this bounds what it holds. */
export const PER_EVENT = 16

/** Cuts a list into events of bounded size. */
export function inEvents<T>(items: readonly T[], make: (part: T[]) => ChainEvent): ChainEvent[] {
  const events: ChainEvent[] = []
  for (let start = 0; start < items.length; start += PER_EVENT) {
    events.push(make(items.slice(start, start + PER_EVENT)))
  }
  return events
}
