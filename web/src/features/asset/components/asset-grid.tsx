import { useDensity } from '@talad/ui/browser/density'
import { More } from '@talad/ui/components/more'
import { Slider } from '@talad/ui/components/slider'
import { Empty } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import type { CardAsset } from '../api/assets.ts'
import { type AssetFilter, assetPagesQuery } from '../api/assets.ts'
import { AssetCard, AssetCardSkeleton } from './asset-card.tsx'

type Props = {
  filter: AssetFilter
  empty: ReactNode
  /** cards as a part of a wallet */
  ofWallet?: boolean
  count?: (total: number) => ReactNode
  /** how many pictures load at once: what the screen begins with */
  eager?: number | undefined
}

/** Cards side by side. */
export function AssetCards({
  assets,
  ofWallet = false,
  eager = 0,
}: {
  assets: readonly CardAsset[]
  ofWallet?: boolean
  /** how many of their pictures load at once */
  eager?: number
}) {
  return (
    <div className="card-grid" data-density={useDensity()}>
      {assets.map((asset, index) => (
        <AssetCard key={asset._id} asset={asset} ofWallet={ofWallet} eager={index < eager} />
      ))}
    </div>
  )
}

export function AssetCardsWaiting() {
  return (
    <div className="card-grid" data-density={useDensity()} aria-busy="true">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((index) => (
        <AssetCardSkeleton key={index} />
      ))}
    </div>
  )
}

/** Assets of a filter, and more of them. */
export function AssetGrid({ filter, empty, ofWallet = false, count, eager = 0 }: Props) {
  const pages = useInfiniteQuery(assetPagesQuery(filter))
  if (pages.isPending) return <AssetCardsWaiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const assets = pages.data.pages.flatMap(({ list }) => list)
  const total = pages.data.pages[0]?.total
  if (assets.length === 0) return empty
  return (
    <>
      {count && total != null && count(total)}
      <AssetCards assets={assets} ofWallet={ofWallet} eager={eager} />
      <More pages={pages} apart byItself />
    </>
  )
}

type RowProps = {
  filter: AssetFilter
  limit?: number
  /** how many of them are shown */
  show?: number
  /** which of them aren't: they stand elsewhere on the page */
  except?: (assets: readonly CardAsset[]) => readonly CardAsset[]
}

/** A row of assets to slide through; reads `limit` of them. */
export function AssetRow({ filter, limit = 8, show = limit, except }: RowProps) {
  const { t } = useText()
  const pages = useInfiniteQuery(assetPagesQuery(filter, limit))
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const all = pages.data?.pages[0]?.list
  const left = except && all ? except(all) : []
  const assets = all?.filter((asset) => !left.includes(asset)).slice(0, show)
  if (assets?.length === 0) return <Empty title={t('home.nothingYet')} />
  return <AssetSlide assets={assets} waiting={show} />
}

type SlideProps = {
  assets: readonly CardAsset[] | undefined
  /** how many are waited for */
  waiting?: number
}

/** Cards to slide through, as many in sight as there is room for (M§9); undefined while they are read. */
export function AssetSlide({ assets, waiting = 7 }: SlideProps) {
  const { t } = useText()
  return (
    <Slider slide="card-slide" words={{ back: t('slide.back'), on: t('slide.on') }} busy={!assets}>
      {assets
        ? assets.map((asset) => <AssetCard key={asset._id} asset={asset} />)
        : Array.from({ length: waiting }, (_, index) => index).map((index) => (
            <AssetCardSkeleton key={index} />
          ))}
    </Slider>
  )
}
