import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { privateKeysSetting } from '@talad/shared/chain/keys'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

export const campaignConfig = commonConfig.extend({
  RPC_URL: z.url().describe('JSON-RPC of the chain that is minted on'),
  CHAIN_ID: z.coerce.number().int().positive().describe('its chain id'),
  CHAIN_SLUG: z.string().min(1).max(30).default('kub').describe('its slug (AI-24)'),
  CONFIRMATIONS: confirmationsSetting,
  FACTORY_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-f]{40}$/)
    .describe('our collection factory, at which the minters are in office, lower case (CA-52)'),
  MINTER_KEYS: privateKeysSetting.describe(
    'comma list of private keys of minters, used for nothing else: each is a lane of its own (CA-53)',
  ),
  MINT_GAS_LIMIT: z.coerce
    .bigint()
    .positive()
    .default(12_000_000n)
    .describe('most gas that a batch of mints or a deployment may take'),
  METADATA_URL: z
    .url()
    .describe('where wallets find what a token is: the public address of /api/v1/vnft/metadata, for good'),
  PAYLOAD_KEYS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')).min(1))
    .describe(
      'comma list of secret P-256 keys, 32 bytes in hex each: the first signs payloads, the others are still published (CA-57)',
    ),
  PERSONAL_DATA_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')
    .describe(
      'seals the patterns by which roles are given: they may hold telephone numbers (ID-42); makes coupon codes (CA-67)',
    ),
  MEDIA_DIR: z
    .string()
    .min(1)
    .describe('folder of the pictures, the same as that of asset-indexer, which serves them'),
  PINNING_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('IPFS Pinning Service API, without /pins; absent: what payloads name is not pinned'),
  PINNING_TOKEN: z.string().default('').describe('access token for it'),
  ASSET_INDEXER_URL: z
    .url()
    .describe('where the asset indexer answers: asked what tokens are that others minted'),
  NFT_SOURCES: z
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
    .pipe(
      z.array(
        z.strictObject({ blockchain: z.string().min(1).max(30), url: z.url({ protocol: /^https?$/ }) }),
      ),
    )
    .describe(
      'JSON: [{blockchain, url}]: who knows what is in wallets on other chains, by getNFTsForOwner 3; a secret where a url has its key (CA-81)',
    ),
  BLACKLIST_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'domains that mark what is in wallets as spam, read once a day: JSON, also as gzip archive (AI-22)',
    ),
  MEDIA_HOSTS: z
    .string()
    .transform((text) => text.split(',').filter((host) => host !== ''))
    .default([])
    .describe(
      'comma list of hosts, with the port where it is none of the usual, whose pictures a theme may show (CA-8)',
    ),
})
export type CampaignConfig = z.infer<typeof campaignConfig>
