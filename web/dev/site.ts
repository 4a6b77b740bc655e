import type { Continent } from '@talad/proto/http/gateway/continent'
import { CHAIN } from './world.ts'

/** The site of made-up facts: a market that looks as it does without anybody's design. */
export const site: Continent = {
  _id: 'main',
  slug: 'main',
  names: { th: 'ตลาด', en: 'Talad' },
  is_main: true,
  origin: '',
  hosts: [],
  gtm_id: null,
  themes: null,
  theme_url: null,
  layouts: [],
  metadata: null,
  features: { offers: true },
  support: { email: null },
  texts: {},
  pages: [],
  name: 'ตลาด',
  languages: ['th', 'en'],
  devMode: true,
  sandboxUrl: null,
  upgradeUrl: null,
  shopUrl: null,
  chain: { id: 3501, slug: CHAIN, rpcUrl: null, explorer: null, explorerNft: null, symbol: 'JFIN' },
}
