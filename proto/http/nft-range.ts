import { z } from 'zod'
import { abstractId } from './asset-indexer/abstract-id.ts'
import { addressInput, blockchain, decimalString } from './common.ts'

const LARGEST = 2n ** 256n - 1n

/** A token of ERC-721 or ERC-1155. */
export const tokenId = decimalString.refine((text) => BigInt(text) <= LARGEST, 'must be below 2^256')

const fields = {
  blockchain: blockchain.describe('name of the blockchain'),
  contract_address: addressInput.describe('address of the contract'),
  token_from: tokenId
    .optional()
    .describe('first token; without both ends all tokens, those to come too (MO-8)'),
  token_to: tokenId.optional().describe('last token, itself included; the same as token_from for one token'),
}

type Ends = { token_from?: string | undefined; token_to?: string | undefined }

/** MO-2: both ends or none, in their order. */
function checkEnds({ token_from: from, token_to: to }: Ends, context: z.RefinementCtx): void {
  const refuse = (path: keyof Ends, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if ((from === undefined) !== (to === undefined))
    refuse(from === undefined ? 'token_from' : 'token_to', 'both ends of a range, or none')
  else if (from !== undefined && to !== undefined && BigInt(from) > BigInt(to))
    refuse('token_to', 'must not be below token_from')
}

const standsFor = z
  .strictObject({
    kind: abstractId.describe('what it is about, such as `vnft`'),
    collection_id: abstractId.describe('a virtual collection'),
    item_id: abstractId.optional().describe('an item of it; absent: all items'),
  })
  .describe('only tokens that stand for this virtual collection or item (MO-1)')

/** MO-1: a range as an admin writes it: tokens of a contract, or only those that stand for a virtual collection. */
export const nftRange = z.strictObject({ ...fields, abstract: standsFor.optional() }).superRefine(checkEnds)

const inQuery = {
  abstract_kind: abstractId
    .optional()
    .describe('only tokens that stand for something of this kind (MO-1), with abstract_collection_id'),
  abstract_collection_id: abstractId.optional().describe('the virtual collection that they stand for'),
  abstract_item_id: abstractId.optional().describe('an item of it; absent: all items'),
}
type InQuery = { [Name in keyof typeof inQuery]?: string | undefined }

function checkAbstract(asked: InQuery, context: z.RefinementCtx): void {
  const refuse = (path: keyof InQuery) =>
    context.addIssue({ code: 'custom', path: [path], message: 'kind and virtual collection, or neither' })
  const isItem = asked.abstract_item_id !== undefined
  if (asked.abstract_kind === undefined && (isItem || asked.abstract_collection_id !== undefined))
    refuse('abstract_kind')
  else if (asked.abstract_kind !== undefined && asked.abstract_collection_id === undefined)
    refuse('abstract_collection_id')
}

/** A range in a query. */
export const nftRangeQuery = z
  .object({ ...fields, ...inQuery })
  .superRefine(checkEnds)
  .superRefine(checkAbstract)

/** MO-1: a range as it is answered. */
export const nftRangeShown = z.object({
  blockchain: blockchain.describe('name of the blockchain'),
  contract_address: z.string().describe('address of the contract, lower case'),
  token_from: z.string().nullable().describe('first token, decimal; null: all tokens of the contract'),
  token_to: z.string().nullable().describe('last token, itself included; null: all tokens of the contract'),
  abstract: z
    .object({
      kind: z.string().describe('what it is about'),
      collection_id: z.string().describe('a virtual collection'),
      item_id: z.string().nullable().describe('an item of it; null: all items'),
    })
    .nullable()
    .describe('only tokens that stand for this; null: any token of the contract'),
})
export type NftRangeShown = z.infer<typeof nftRangeShown>
