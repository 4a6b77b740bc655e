import type { PublicFees } from '@talad/proto/http/moderation/fees'

/** Points are hundredths of a baht, and so are basis points of a percent. */
const WHOLE = 10_000n

/** What each gets of a price in points, rounded as the market does: half up, the rest for the seller (OB-32). */
export function sharesOf(points: bigint, { service_fee, royalty_fee, issuer_fee }: PublicFees) {
  const part = (percent: number) => (points * BigInt(Math.round(percent * 100)) + WHOLE / 2n) / WHOLE
  const [service, creators, issuer] = [part(service_fee), part(royalty_fee), part(issuer_fee)]
  return { service, creators, issuer, seller: points - service - creators - issuer }
}
