import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { countsKeptSetting } from '@talad/shared/kept'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())

const listedCollection = z.strictObject({
  address,
  type: z.enum(['erc721', 'erc1155']),
  slug: z.string().regex(/^[a-z0-9_]{2,100}$/),
  name: z.string().max(500).optional(),
})

const listedCollections = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON' })
      return z.NEVER
    }
  })
  .pipe(z.array(listedCollection))

const baseUrls = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/ })))

export const assetIndexerConfig = commonConfig.extend({
  RPC_URL: z.url().describe('JSON-RPC of the chain, http(s)'),
  RPC_WS_URL: z
    .url()
    .optional()
    .describe('WebSocket of the same node: new blocks are seen at once instead of at the next poll'),
  CHAIN_SLUG: z.string().min(1).max(30).default('kub').describe('blockchain slug (AI-24)'),
  CHAIN_ID: z.coerce.number().int().positive().describe('chain id that the node must answer'),
  START_BLOCK: z.coerce
    .bigint()
    .min(0n)
    .default(0n)
    .describe('first block to index: no contract of ours is older'),
  SEAPORT_ADDRESS: address.describe('Seaport 1.5'),
  COLLECTIONS: listedCollections.describe('JSON: [{address, type, slug, name?}]'),
  FACTORY_ADDRESS: address.optional().describe('our collection factory: what it deploys is indexed'),
  IPFS_GATEWAYS: baseUrls.describe(
    'comma list of base URLs to which a CID and path are appended, tried in this order',
  ),
  OWN_ORIGINS: baseUrls.describe(
    'comma list of origins of our own site, where they are at private addresses: metadata and pictures of what we mint are fetched there',
  ),
  ARWEAVE_GATEWAY: z.url().default('https://arweave.net/').describe('base URL for ar://'),
  RATES_URL: z
    .url()
    .optional()
    .describe('exchange that tells rates of conversion (OB-37), as the order book’s; absent: no conversion'),
  MEDIA_DIR: z.string().min(1).describe('folder of the pictures'),
  CONFIRMATIONS: confirmationsSetting,
  COUNTS_KEPT_MS: countsKeptSetting,
  POLL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(60_000)
    .default(500)
    .describe('pause between looks for a new block; four times that while RPC_WS_URL tells of them'),
})
export type AssetIndexerConfig = z.infer<typeof assetIndexerConfig>
