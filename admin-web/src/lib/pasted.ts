import { slug } from '@talad/proto/http/common'
import type { TextKey } from '../i18n/index.ts'

export type Pasted = { to: string; search: Readonly<Record<string, string>> }

/** What the lists of the desks are narrowed by. */
const filterTexts: Readonly<Record<string, TextKey>> = {
  contract: 'suspension.contractFilter',
  customer: 'filter.customer',
  order: 'filter.order',
  q: 'issuer.find',
  ref: 'filter.reference',
  rp: 'flag.reporter',
  target_id: 'audit.target',
  tx: 'filter.tx',
  wallet: 'order.wallet',
  who: 'audit.who',
}

/** What a pasted text is taken for where it narrows a list; undefined where it names the thing itself. */
export function takenFor({ search }: Pick<Pasted, 'search'>): TextKey | undefined {
  const [name = ''] = Object.keys(search)
  return Object.hasOwn(filterTexts, name) ? filterTexts[name] : undefined
}

/**
 * Where a pasted text may lead: an id of 24 hex digits, a hash, an address, a customer, a slug, a number of the provider. Several where the
 * text alone doesn't say what it is.
 */
export function placesOf(typed: string): Pasted[] {
  const text = typed.trim()
  if (/^[0-9a-f]{24}$/i.test(text)) {
    const id = text.toLowerCase()
    return [
      { to: `/shippings/${id}`, search: {} },
      { to: '/topups', search: { id } },
      { to: '/withdrawals', search: { id } },
      { to: '/bank-requests', search: { id } },
      { to: '/flags', search: { id } },
      { to: '/suspensions', search: { id } },
      { to: '/submissions', search: { id } },
      { to: '/issuers', search: { id } },
      { to: '/collections', search: { id } },
      { to: `/projects/${id}/overview`, search: {} },
      { to: '/audit', search: { target_id: id } },
    ]
  }
  if (/^0x[0-9a-f]{64}$/i.test(text)) {
    const hash = text.toLowerCase()
    return [
      { to: '/orders', search: { id: hash } },
      { to: '/shippings', search: { order: hash } },
      { to: '/shippings', search: { tx: hash } },
    ]
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const address = text.toLowerCase()
    return [
      { to: '/suspensions', search: { contract: address } },
      { to: '/orders', search: { contract: address } },
      { to: '/orders', search: { wallet: address } },
      { to: '/indexer', search: { contract: address } },
      { to: '/fees', search: { contract: address } },
      { to: '/declarations', search: { contract: address } },
    ]
  }
  if (/^join-\S{1,80}$/.test(text)) {
    const customer = { customer: text }
    const theirs = [
      '/shippings',
      '/orders',
      '/topups',
      '/withdrawals',
      '/bank-requests',
      '/submissions',
      '/passes',
    ]
    return [
      { to: `/customers/${text}`, search: {} },
      ...theirs.map((to) => ({ to, search: customer })),
      { to: '/flags', search: { rp: text } },
      { to: '/permissions', search: { id: text } },
      { to: '/audit', search: { who: text } },
    ]
  }
  if (/^[a-z-]{2,40}\/\d{1,12}$/.test(text)) return [{ to: '/dead-letters', search: { id: text } }]
  // a slug, which may have underscores, or a number of the provider
  const slugs = slug.safeParse(text.toLowerCase()).success ? ['/collections', '/issuers'] : []
  const numbers = /^[A-Za-z0-9-]{4,40}$/.test(text) ? ['/shippings', '/topups'] : []
  return [
    ...slugs.map((to) => ({ to, search: { q: text } })),
    ...numbers.map((to) => ({ to, search: { ref: text } })),
  ]
}
