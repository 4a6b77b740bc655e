import ipaddr from 'ipaddr.js'

/**
 * AI-19: may we connect to this address on behalf of a stranger? Only to what is public on the internet: no private,
 * loopback, link-local, shared, reserved or translated range.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  // only 2000::/3 is handed out; the rest of IPv6, IPv4-compatible ::7f00:1 among it, is nobody's
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1
}
