import { z } from 'zod'

/** Where on the chain a fact stands. Heights are numbers: a chain does not reach 2^53 blocks. */
const place = {
  block: z.int(),
  blockHash: z.string(),
  /** unix seconds */
  blockTime: z.int(),
  tx: z.string(),
  log: z.int(),
  /** number within the log: of a batch transfer, of a fill with several tokens */
  item: z.int(),
}

const nft = { contract: z.string(), contractType: z.enum(['erc721', 'erc1155']), token: z.string() }

export const transferFact = z.object({
  kind: z.literal('transfer'),
  ...place,
  ...nft,
  assetId: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  /** units held after the block, decimal; empty for the zero address */
  fromBalance: z.string(),
  toBalance: z.string(),
  /** units that the giver was left with by this very transfer, whatever came back later in the block (OB-16) */
  fromLeft: z.string().optional(),
  /** its transaction filled an order with this token */
  traded: z.literal(true).optional(),
})

export const fulfilledFact = z.object({
  kind: z.literal('fulfilled'),
  ...place,
  ...nft,
  assetId: z.string(),
  orderHash: z.string(),
  offerer: z.string(),
  zone: z.string(),
  recipient: z.string(),
  amount: z.string(),
  seller: z.string(),
  buyer: z.string(),
})

const orderFact = { ...place, orderHash: z.string(), offerer: z.string() }

/** What the chain says, as it is kept and as it is published. Addresses are lower case, amounts decimal strings. */
export const chainFact = z.discriminatedUnion('kind', [
  transferFact,
  fulfilledFact,
  z.object({ kind: z.literal('cancelled'), ...orderFact }),
  z.object({ kind: z.literal('validated'), ...orderFact }),
  z.object({ kind: z.literal('counter'), ...place, offerer: z.string(), newCounter: z.string() }),
  z.object({
    kind: z.literal('approval'),
    ...place,
    contract: z.string(),
    owner: z.string(),
    operator: z.string(),
    approved: z.boolean(),
  }),
])
export type ChainFact = z.infer<typeof chainFact>
export type TransferFact = z.infer<typeof transferFact>
export type FulfilledFact = z.infer<typeof fulfilledFact>
export type BlockRef = Pick<ChainFact, 'block' | 'blockHash' | 'blockTime' | 'tx' | 'log' | 'item'>

export type ContractType = 'erc721' | 'erc1155'

/** ERC-4906 and ERC-1155 URI: the metadata of these tokens may have changed. Not published. */
export type MetadataNotice = {
  contract: string
  from: bigint
  to: bigint
  /** the block that declares it permanent (AI-1) */
  permanentBlock?: number
}

/** A collection that our factory deployed. */
export type FoundCollection = { address: string; type: ContractType; block: number }

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** Chain order. */
export function byPlace(a: BlockRef, b: BlockRef): number {
  return a.block - b.block || a.log - b.log || a.item - b.item
}

/** The contracts of tokens and approvals in facts, each once. */
export function contractsOf(facts: readonly ChainFact[]): string[] {
  return [...new Set(facts.flatMap((fact) => ('contract' in fact ? [fact.contract] : [])))]
}
