import { z } from 'zod'
import { blockchain } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** AI-25: where most explorers show one token. */
export const EXPLORER_NFT = '{explorer}/token/{contract}?a={tokenId}'

/** AI-25: the page of one token. @param form with `{contract}` and `{tokenId}` */
export function explorerNftUrl(form: string, { contract, tokenId }: { contract: string; tokenId: string }) {
  return form.replaceAll('{contract}', contract).replaceAll('{tokenId}', tokenId)
}

/** What the web app has to know before its first call. What an order needs is in `orderTerms`. */
export const siteInfo = z.object({
  name: z.string().describe('name of the site'),
  languages: z
    .array(z.enum(['th', 'en']))
    .min(1)
    .describe('the first is the default'),
  devMode: z.boolean().describe('GW-28: development sign-in and top-up exist'),
  sandboxUrl: z
    .url()
    .nullable()
    .describe('where the stand-ins of the card provider and of the Join app are, in development'),
  upgradeUrl: z
    .url()
    .nullable()
    .describe('where people raise their KYC level in the Join app (WB-20); null: nowhere'),
  shopUrl: z
    .url()
    .nullable()
    .describe('where the pages of the shop are, also seen from the host of the admins'),
  chain: z
    .object({
      id: z.int().positive().describe('id of the chain'),
      slug: blockchain.describe('name of the chain in addresses and queries'),
      rpcUrl: z.url().nullable().describe("for browser wallets; null: the wallet's own"),
      explorer: z.url().nullable().describe('address of a block explorer, without a trailing slash'),
      explorerNft: z
        .string()
        .nullable()
        .describe('where the explorer shows one token, with `{contract}` and `{tokenId}` (AI-25)'),
      symbol: z
        .string()
        .min(1)
        .max(10)
        .describe('symbol of its own coin, in which network fees are paid (AI-24)'),
    })
    .describe('the chain of this site'),
})
export type SiteInfo = z.infer<typeof siteInfo>

export const site = endpoint({
  name: 'site',
  service: 'gateway',
  method: 'GET',
  path: `${base.public}/site`,
  auth: { kind: 'visitor' },
  summary: 'Name, languages and chain of this site',
  status: 200,
  response: siteInfo,
  cacheable: true,
})
