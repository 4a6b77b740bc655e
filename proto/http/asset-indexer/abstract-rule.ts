import { z } from 'zod'
import { tokenId } from '../nft-range.ts'
import { abstractId } from './abstract-id.ts'

/** CA-54: items of one contract lie so far apart. */
export const DEFAULT_ITEM_SIZE = (2n ** 32n).toString()

/** AI-7: some tokens of a shared contract, and the virtual collection that they stand for. */
export const abstractPart = z.strictObject({
  token_from: tokenId.describe('first token'),
  token_to: tokenId.describe('last token, itself included'),
  kind: abstractId.default('vnft').describe('what they stand for'),
  collection_id: abstractId.describe('the virtual collection'),
  tag: abstractId
    .nullable()
    .default(null)
    .describe('what splits them off others of the contract (`tg`); null: nothing'),
  item_size: tokenId
    .default(DEFAULT_ITEM_SIZE)
    .describe('token ids of an item: the id divided by it is the item, what is left the token of it (CA-54)'),
})
export type AbstractPart = z.output<typeof abstractPart>

export const abstractParts = z
  .array(abstractPart)
  .max(100)
  .describe('which tokens stand for what; no two may share a token, and others stand for nothing')
