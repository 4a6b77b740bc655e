const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const MAPPED = '::ffff:'
/** What the provider is told of a payer whom it has no notation for. */
const UNKNOWN = '0.0.0.0'

/** The payer's address as the provider takes it: IPv4 only. */
export function ipv4Of(ip: string | undefined): string {
  const bare = ip?.toLowerCase().startsWith(MAPPED) ? ip.slice(MAPPED.length) : ip
  return bare !== undefined && IPV4.test(bare) ? bare : UNKNOWN
}
