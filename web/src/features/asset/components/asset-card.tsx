import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { PriceTag } from '@talad/ui/components/price'
import { Skeleton } from '@talad/ui/components/status'
import { shortTokenId } from '@talad/ui/format/address'
import { formatBaht, formatCount, formatPrice } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { Heart } from '../../../market/people/heart.tsx'
import type { CardAsset } from '../api/assets.ts'
import { aboutBaht, piecesOf, priceShown } from '../pieces.ts'

/** The name to call an asset by: strangers may leave it empty. */
export function assetName(asset: CardAsset, language: 'th' | 'en'): string {
  return inLanguage(asset.metadata.name, language) || `#${shortTokenId(asset.token.id)}`
}

/** What is over the picture: how many there are for who looks, and that it may not be traded. */
function Marks({ asset, ofWallet }: { asset: CardAsset; ofWallet: boolean }) {
  const { t } = useText()
  const pieces = piecesOf(asset, ofWallet)
  return (
    <>
      {pieces && (
        <span className="absolute top-2 right-2 rounded-sm bg-black/65 px-2 text-xs font-semibold text-white">
          {t(pieces.text, { amount: formatCount(pieces.amount) })}
        </span>
      )}
      {asset.dynamic.suspended && (
        <span className="absolute inset-0 grid place-items-center bg-black/45 font-semibold text-white">
          {t('asset.suspended')}
        </span>
      )}
    </>
  )
}

type Props = {
  asset: CardAsset
  /** it is shown as a part of a wallet: with how many that holds and what it asks itself */
  ofWallet?: boolean
  /** its picture loads at once */
  eager?: boolean
}

/** One asset in a grid: a large picture, its price tag when it is for sale, its name, where it belongs. */
export function AssetCard({ asset, ofWallet = false, eager = false }: Props) {
  const { t, language } = useText()
  const name = assetName(asset, language)
  const price = priceShown(asset, ofWallet)
  const baht = aboutBaht(asset, ofWallet)
  const { last_sale: sale } = asset.internal.orders
  const starred = asset.metadata.attributes.filter(({ star }) => star)
  return (
    <div className="relative">
      <Link
        to="/assets/$blockchain/$contract/$token"
        params={{
          blockchain: asset.contract.blockchain,
          contract: asset.contract.address,
          token: asset.token.id,
        }}
        className="group block rounded-md outline-offset-4"
      >
        <div className="relative">
          <Picture
            src={asset.image.r360}
            large={asset.image.r800}
            sizes="(width >= 1280px) 300px, (width >= 640px) 30vw, 46vw"
            alt=""
            eager={eager}
            className={`rounded-md *:group-hover:scale-[1.03] ${asset.dynamic.suspended ? '*:blur-md!' : ''}`}
          />
          <Marks asset={asset} ofWallet={ofWallet} />
          {price && (
            <PriceTag
              text={formatPrice(price)}
              className="absolute -bottom-2.5 left-2.5 text-base drop-shadow-sm md:left-3 md:text-lg"
            />
          )}
        </div>
        <div className="px-0.5 pt-4">
          <h3 className="truncate font-semibold group-hover:text-leaf">{name}</h3>
        </div>
      </Link>
      <p className="flex gap-2 px-0.5 text-sm text-soft">
        <Link
          to="/collection/$idOrSlug"
          params={{ idOrSlug: asset.collection.slug }}
          search={{}}
          className="min-w-0 truncate leading-6 hover:text-leaf hover:underline"
        >
          {inLanguage(asset.collection.name, language)}
        </Link>
        <span className="ml-auto shrink-0 leading-6 tabular-nums">#{shortTokenId(asset.token.id)}</span>
      </p>
      {baht && (
        <p className="px-0.5 text-sm text-soft tabular-nums">
          {t('panel.aboutBaht', { price: formatBaht(baht) })}
        </p>
      )}
      {starred.length > 0 && (
        <p className="truncate px-0.5 text-sm text-soft">
          {starred.map(({ trait_type, value }) => `${trait_type} ${value}`).join(' · ')}
        </p>
      )}
      {!price && (
        <p className="truncate px-0.5 text-sm text-soft">
          {sale ? t('asset.lastSale', { price: formatPrice(sale.price) }) : t('asset.notListed')}
        </p>
      )}
      <Heart kind="asset" id={asset._id} name={name} onPicture className="absolute top-1.5 left-1.5" />
    </div>
  )
}

export function AssetCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-square" />
      <div className="grid gap-2 pt-4">
        <Skeleton className="h-5 w-4/5 rounded-sm" />
        <Skeleton className="h-4 w-2/5 rounded-sm" />
      </div>
    </div>
  )
}
