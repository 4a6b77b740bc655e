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
