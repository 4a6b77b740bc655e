import type { Asset } from '@talad/proto/http/asset-indexer'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { shortTokenId } from '../../../lib/address.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { formatCount, formatPrice } from '../../../lib/money.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/status.tsx'

function PriceLine({ asset }: { asset: Asset }) {
  const { t } = useText()
  const { best_price: best } = asset.dynamic
  const { last_sale: sale } = asset.internal.orders
  if (best) return <p className="text-lg font-bold tabular-nums">{formatPrice(best.original)}</p>
  return (
    <p className="text-sm text-soft tabular-nums">
      {sale ? t('asset.lastSale', { price: formatPrice(sale.price) }) : t('asset.notListed')}
    </p>
  )
}

/** The name to call an asset by: strangers may leave it empty. */
export function assetName(asset: Asset, language: 'th' | 'en'): string {
  return inLanguage(asset.metadata.name, language) || `#${shortTokenId(asset.token.id)}`
}

/** One asset in a grid: a large picture, its name, its price. */
export function AssetCard({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  const name = assetName(asset, language)
  const pieces = asset.contract.type === 'erc1155' ? asset.recent.supply : undefined
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={{
        blockchain: asset.contract.blockchain,
        contract: asset.contract.address,
        token: asset.token.id,
      }}
      className="group relative block overflow-hidden rounded-md bg-surface shadow-card transition-shadow hover:shadow-lift"
    >
      <div className="relative overflow-hidden">
        <Picture
          src={asset.image.r360}
          alt={name}
          className={`transition-transform duration-500 ease-out group-hover:scale-[1.03] ${asset.dynamic.suspended ? 'blur-md' : ''}`}
        />
        {asset.dynamic.suspended && (
          <span className="absolute inset-0 grid place-items-center bg-black/40 font-semibold text-white">
            {t('asset.suspended')}
          </span>
        )}
        {pieces && (
          <span className="absolute right-2 bottom-2 rounded-full bg-black/60 px-2 text-xs font-semibold text-white">
            ×{formatCount(pieces)}
          </span>
        )}
      </div>
      <div className="grid gap-0.5 px-3 pt-2.5 pb-3 md:px-4">
        <p className="truncate text-xs text-soft">{inLanguage(asset.collection.name, language)}</p>
        <h3 className="truncate text-sm font-semibold">{name}</h3>
        <PriceLine asset={asset} />
      </div>
    </Link>
  )
}

export function AssetCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-md bg-surface shadow-card">
      <Skeleton className="aspect-square rounded-none" />
      <div className="grid gap-2 p-3">
        <Skeleton className="h-3 w-1/2" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-5 w-2/5" />
      </div>
    </div>
  )
}
