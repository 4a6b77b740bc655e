/** A third party that knows what is in wallets, by the wire format of `getNFTsForOwner` 3. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import { read } from './refusal.ts'

const nftSchema = z.looseObject({ tokenId: z.string() })
const querySchema = z.object({
  owner: z.string(),
  pageKey: z.string().optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
})
const chainSchema = z.object({ chain: z.string() })
const controlSchema = z.strictObject({
  owner: z.string().optional(),
  nfts: z.array(nftSchema).max(1_000).optional(),
  block: z.number().int().min(0).optional(),
  /** true: the last page names itself as the next one */
  repeats: z.boolean().optional(),
})

const nft = (tokenId: string, name: string, description: string) => ({
  contract: { address: `0x${'a1'.repeat(20)}`, name: 'Paper Lanterns', symbol: 'LAMP', isSpam: false },
  tokenId,
  tokenType: 'ERC721',
  name,
  description,
  tokenUri: null,
  image: { cachedUrl: null, originalUrl: null },
  raw: { metadata: { attributes: [{ trait_type: 'Paper', value: 'red' }] } },
  balance: '1',
})

/** What everybody has of whom nothing is said. */
const USUAL = [
  nft('1', 'Paper lantern', 'Made by hand'),
  nft('2', 'You won', 'Claim at https://claim-gift.example'),
]

/** Routes under `/nfts`. */
export function nftSource(app: FastifyInstance) {
  const owned = new Map<string, z.infer<typeof nftSchema>[]>()
  let block = 1_000
  let repeats = false

  app.get('/nfts/:chain/getNFTsForOwner', faultable('nfts', 'owned'), async ({ params, query }) => {
    read(chainSchema, params)
    const { owner, pageKey = '0', pageSize } = read(querySchema, query)
    const all = owned.get(owner.toLowerCase()) ?? USUAL
    const from = Number(pageKey)
    const isLast = from + pageSize >= all.length
    return {
      ownedNfts: all.slice(from, from + pageSize),
      totalCount: all.length,
      validAt: { blockNumber: block, blockHash: null, blockTimestamp: null },
      ...(isLast ? repeats && { pageKey } : { pageKey: String(from + pageSize) }),
    }
  })

  app.put('/nfts/control', async ({ body }, reply) => {
    const told = read(controlSchema, body)
    if (told.owner !== undefined && told.nfts) owned.set(told.owner.toLowerCase(), told.nfts)
    block = told.block ?? block
    repeats = told.repeats ?? repeats
    return reply.code(204).send()
  })
}
