import { sitePages } from '@talad/proto/http/gateway/site-pages'
import { mayBeChainName } from '@talad/proto/http/identity/chain-name'

/** First words of addresses that belong to calls, never to pages: what is unknown below them is a 404 in JSON. */
export const NOT_PAGES: ReadonlySet<string> = new Set([
  'api',
  'docs',
  'identity',
  'livez',
  'media',
  'names',
  'platform-admin',
  'readyz',
  'signing',
])

const FILE = /\.(?:html?|m?js|css|map|json|txt|xml|ico|png|jpe?g|gif|webp|avif|svg|woff2?|webmanifest|php)$/i

const PAGES = new Set(sitePages)
const WALLET = /^0x[0-9a-fA-F]{40}$/

/**
 * What an address of the site is: a page of the web app, perhaps a name of the name service, a page that doesn't exist (the
 * web app says so, with status 404), or nothing for the web app at all.
 * @param path of the address, decoded
 */
export function pageOf(path: string): 'page' | 'chain-name' | 'unknown-page' | 'not-a-page' {
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/')
  if (NOT_PAGES.has(first.toLowerCase())) return 'not-a-page'
  if (FILE.test(rest.at(-1) ?? first)) return 'not-a-page' // a file that isn't there
  if (PAGES.has(first)) return 'page'
  if (rest.length > 0) return 'unknown-page'
  return WALLET.test(first) ? 'page' : mayBeChainName(first) ? 'chain-name' : 'unknown-page' // WB-2
}
