import { addressInput, blockchain, decimalString, words } from '@talad/proto/http/common'
import { z } from 'zod'

const MOST_RANGES = 200
const LARGEST_ID = 2n ** 256n - 1n

/** CA-25: of 256 bits, compared as a number. */
const tokenId = decimalString.refine((text) => BigInt(text) <= LARGEST_ID, 'must have at most 256 bits')

const range = z
  .tuple([tokenId, tokenId], 'must be [from, to]')
  .refine(([from, to]) => BigInt(from) <= BigInt(to), 'must not end before it begins')

/** CA-25: the same tokens, by as few ranges as there can be, in their order. */
function merged(ranges: readonly (readonly [string, string])[]): [string, string][] {
  const sorted = ranges
    .map(([from, to]) => ({ from: BigInt(from), to: BigInt(to) }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const all: { from: bigint; to: bigint }[] = []
  for (const next of sorted) {
    const last = all.at(-1)
    if (!last || next.from > last.to + 1n) all.push(next)
    else if (next.to > last.to) last.to = next.to
  }
  return all.map(({ from, to }) => [String(from), String(to)])
}

/** The id of a group or an alternative may be written as a number. */
const name = z.union([z.int().transform(String), words(50).min(1)], 'must be text, or a whole number')

/** One entry of a campaign's requirements: one way to fill the slot of its tag (CA-21, CA-24). */
export const requirement = z.strictObject({
  slotId: words(50).min(1).optional(),
  tag: words(100).min(1),
  displayName: words(500).optional(),
  displayTokenId: words(100).optional(),
  group: z.strictObject({ id: name, alternative: name }).optional(),
  type: z.enum(['nft', 'vnft']),
  blockchain: blockchain.optional(),
  contractAddress: addressInput.toLowerCase().optional(),
  nftType: z.enum(['ERC721', 'ERC1155', 'VIRTUAL']).optional(),
  vcollectionId: words(50).min(1).optional(),
  vitemId: words(50).min(1).optional(),
  tokenId: tokenId.optional(),
  tokenRanges: z.array(range).max(MOST_RANGES).transform(merged).optional(),
  /** judged by the trait language */
  traitCondition: z.unknown().optional(),
})

/** As it is stored: its slot has an id. */
export type Requirement = z.infer<typeof requirement> & { slotId: string }
