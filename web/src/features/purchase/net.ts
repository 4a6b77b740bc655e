import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'

/** What the seller keeps of a sale, in points. */
export function netOf({ distribution }: Pick<Shipping, 'distribution'>): number {
  return distribution.filter(({ type }) => type === 'net').reduce((sum, { value }) => sum + value, 0)
}
