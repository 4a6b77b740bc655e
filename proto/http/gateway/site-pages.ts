/** WB-2: the first words of the web app's pages, as its router has them; a profile's address or name can't be one of them. */
export const sitePages: readonly string[] = [
  '',
  'about',
  'account',
  'asset',
  'assets',
  'auth',
  'collection',
  'collections',
  'declarations',
  'explore',
  'favourites',
  'fees',
  'payment',
  'people',
  'search',
  'sign-in',
]
