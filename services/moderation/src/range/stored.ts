import type { NftRangeShown } from '@talad/proto/http/nft-range'
import type { NftRange } from '@talad/proto/nft-range'
import { z } from 'zod'

const standsFor = z.object({ kind: z.string(), collectionId: z.string(), itemId: z.string().optional() })

/** MO-1, as it is stored: ends as decimal text; null: all tokens. */
export const storedRange = z.object({
  blockchain: z.string(),
  contractAddress: z.string(),
  tokenFrom: z.string().nullable(),
  tokenTo: z.string().nullable(),
  abstract: standsFor.optional(),
})
export type StoredRange = z.infer<typeof storedRange>

export const toStored = ({ blockchain, contract, tokens, abstract }: NftRange): StoredRange => ({
  blockchain,
  contractAddress: contract,
  tokenFrom: tokens?.from.toString() ?? null,
  tokenTo: tokens?.to.toString() ?? null,
  ...(abstract && { abstract }),
})

export const shownRange = (range: StoredRange): NftRangeShown => ({
  blockchain: range.blockchain,
  contract_address: range.contractAddress,
  token_from: range.tokenFrom,
  token_to: range.tokenTo,
  abstract: range.abstract
    ? {
        kind: range.abstract.kind,
        collection_id: range.abstract.collectionId,
        item_id: range.abstract.itemId ?? null,
      }
    : null,
})

/** As messages write it: '' for what there is none of. */
export const toldRange = ({ blockchain, contractAddress, tokenFrom, tokenTo, abstract }: StoredRange) => ({
  blockchain,
  contractAddress,
  tokenFrom: tokenFrom ?? '',
  tokenTo: tokenTo ?? '',
  abstractKind: abstract?.kind ?? '',
  abstractCollectionId: abstract?.collectionId ?? '',
  abstractItemId: abstract?.itemId ?? '',
})

/** What of a contract a range is about: '' any token, else a virtual collection, or an item of it. */
export const aboutOf = ({ abstract }: Pick<NftRange, 'abstract'>): string =>
  abstract ? [abstract.kind, abstract.collectionId, abstract.itemId ?? []].flat().join('/') : ''
