import type { NftRangeWholeShown } from '@talad/proto/http/nft-range'
import { type NftRange, rangeOf } from '@talad/proto/nft-range'
import { lowerAddress } from '@talad/shared/chain/address'
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
  ...{ blockchain, contractAddress: contract },
  ...{ tokenFrom: tokens?.from.toString() ?? null, tokenTo: tokens?.to.toString() ?? null },
  ...(abstract && { abstract }),
})

export const shownRange = (range: StoredRange): NftRangeWholeShown => ({
  ...{ blockchain: range.blockchain, contract_address: range.contractAddress },
  ...{ token_from: range.tokenFrom, token_to: range.tokenTo },
  abstract: range.abstract
    ? {
        ...{ kind: range.abstract.kind, collection_id: range.abstract.collectionId },
        item_id: range.abstract.itemId ?? null,
      }
    : null,
})

type Asked = {
  blockchain: string
  contract_address: string
  token_from?: string | undefined
  token_to?: string | undefined
  abstract?: { kind: string; collection_id: string; item_id?: string | undefined } | undefined
}

/** A range as an admin writes it. @throws Rejection VALIDATION on a bad checksum (GW-17) */
export function readRange({ abstract, ...asked }: Asked, field: string): NftRange {
  return rangeOf({
    blockchain: asked.blockchain,
    contractAddress: lowerAddress(asked.contract_address, `${field}.contract_address`),
    ...{ tokenFrom: asked.token_from, tokenTo: asked.token_to },
    ...(abstract && {
      abstract: {
        ...{ kind: abstract.kind, collectionId: abstract.collection_id },
        ...(abstract.item_id !== undefined && { itemId: abstract.item_id }),
      },
    }),
  })
}

/** What of a contract a range is about: '' any token, else a virtual collection, or an item of it. */
export const aboutOf = ({ abstract }: Pick<NftRange, 'abstract'>): string =>
  abstract ? [abstract.kind, abstract.collectionId, abstract.itemId ?? []].flat().join('/') : ''
