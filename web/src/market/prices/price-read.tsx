import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { formatPrice } from '@talad/ui/format/money'
import { useLateText } from '../../i18n/late.ts'
import { farFrom } from './typed-price.ts'

type Props = {
  asset: Asset
  /** decimal text of what was typed for one piece */
  price: string
  symbol: string
  /** what is asked now is the seller's own */
  isOwn?: boolean
}

/** What was typed as it is read, and a word where it is far from what others paid or ask in the same token. */
export function PriceRead({ asset, price, symbol, isOwn = false }: Props) {
  const { t } = useLateText()
  const { last_sale: sale } = asset.internal.orders
  const known = [sale?.price, isOwn ? undefined : asset.dynamic.best_price?.original]
  const others = known.filter((one) => one?.symbol === symbol).map((one) => Number(one?.value))
  const far = farFrom(Number(price), others)
  return (
    <p role="status" className={`-mt-3 text-sm ${far ? 'font-semibold text-chili' : 'text-soft'}`}>
      {t('price.read', { price: formatPrice({ value: price, symbol }) })}
      {far && ` · ${t(far === 'high' ? 'price.farHigh' : 'price.farLow')}`}
    </p>
  )
}
