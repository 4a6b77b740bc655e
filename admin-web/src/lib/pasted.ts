export type Pasted = { to: string; search: Readonly<Record<string, string>> }

/**
 * Where a pasted text may lead: an id of 24 hex digits, a hash, a customer, a number of the provider. Several where the
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
      { to: '/collections', search: { id } },
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
    return [...theirs.map((to) => ({ to, search: customer })), { to: '/flags', search: { rp: text } }]
  }
  if (/^[A-Za-z0-9-]{4,40}$/.test(text)) {
    return [
      { to: '/collections', search: { q: text } },
      { to: '/shippings', search: { ref: text } },
      { to: '/topups', search: { ref: text } },
    ]
  }
  return []
}
