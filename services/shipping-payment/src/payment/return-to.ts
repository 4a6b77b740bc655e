import type { Deps } from '../deps.ts'
import type { Shipping } from '../shipping/state.ts'

/** SP-31: where a browser goes on that comes from the card page: to the site on which the purchase was begun. */
export function returnTo(
  { siteOrigins }: Pick<Deps, 'siteOrigins'>,
  shipping: Shipping | undefined,
  shippingId: string | undefined,
): URL {
  const target = new URL('/payment/return', shipping?.originUrl ?? siteOrigins[0])
  if (shippingId !== undefined) target.searchParams.set('shipping_id', shippingId)
  return target
}
