import { z } from 'zod'
import { blockchain } from './common.ts'
import { base, endpoint } from './contract.ts'

/** What the web app has to know before its first call. What an order needs is in `orderTerms`. */
const siteInfo = z.object({
  name: z.string(),
  /** the first is the default */
  languages: z.array(z.enum(['th', 'en'])).min(1),
  /** GW-28: development sign-in and top-up exist */
  devMode: z.boolean(),
  /** where the stand-ins of the card provider and of the Join app are, in development */
  sandboxUrl: z.url().nullable(),
  chain: z.object({
    id: z.int().positive(),
    slug: blockchain,
    /** for browser wallets; null: the wallet's own */
    rpcUrl: z.url().nullable(),
    /** address of a block explorer, without a trailing slash */
    explorer: z.url().nullable(),
  }),
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
