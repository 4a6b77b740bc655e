import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { formatDay } from '@talad/ui/format/dates'
import { formatPrice } from '@talad/ui/format/money'
import { useLateText } from '../../i18n/late.ts'

/**
 * What a price may go by: what was paid last, in baht or on chain, and what is asked or offered now. Each for one piece.
 * @param isOwn what is asked now is the seller's own listing, the only one, and no guide
 */
export function PriceHints({ asset, isOwn = false }: { asset: Asset; isOwn?: boolean }) {
  const { t } = useLateText()
  const { last_sale: sale, listings } = asset.internal.orders
  const best = isOwn ? undefined : asset.dynamic.best_price?.original
  return (
    <ul className="grid gap-1 rounded-md bg-sunken px-4 py-3 text-sm">
      <li>
        {sale
          ? t('price.lastSale', { price: formatPrice(sale.price), date: formatDay(sale.time) })
          : t('price.neverSold')}
      </li>
      {best && <li>{t(listings > 0 ? 'price.lowest' : 'price.offered', { price: formatPrice(best) })}</li>}
    </ul>
  )
}
