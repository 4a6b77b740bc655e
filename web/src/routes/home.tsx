import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EventList } from '../features/activity/components/event-list.tsx'
import { assetPagesQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { AssetRow } from '../features/asset/components/asset-grid.tsx'
import { collectionsQuery } from '../features/collection/api/collections.ts'
import { CollectionCard } from '../features/collection/components/collection-card.tsx'
import { useText } from '../i18n/index.ts'
import { inLanguage } from '../lib/bilingual.ts'
import { formatPrice } from '../lib/money.ts'
import { buttonClass } from '../ui/button.tsx'
import { ArrowIcon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import { LoadError, Skeleton } from '../ui/status.tsx'

/** The newest listings; the first of them opens the page. */
const newest = { listedOnly: true, sort: 'lt', direction: 'd' } as const
const ROW = 9

function Hero() {
  const { t, language } = useText()
  const pages = useInfiniteQuery(assetPagesQuery(newest, ROW))
  const asset = pages.data?.pages[0]?.list.find(({ image, dynamic }) => image.r800 && dynamic.best_price)
  const best = asset?.dynamic.best_price
  return (
    <div className="relative bg-awning text-white">
      <div className="page grid items-center gap-6 pt-6 pb-10 md:grid-cols-2 md:gap-12 md:pt-14 md:pb-16">
        <div className="md:order-1">
          <h1 className="text-2xl whitespace-pre-line md:text-3xl">{t('home.title')}</h1>
          <p className="mt-3 max-w-md opacity-90">{t('home.text')}</p>
          <ol className="mt-6 hidden gap-3 text-sm md:grid">
            {[t('home.step1'), t('home.step2'), t('home.step3')].map((step, index) => (
              <li key={step} className="flex items-center gap-3">
                <span className="inline-flex size-7 items-center justify-center rounded-full bg-gold text-sm font-bold text-[#17221d]">
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </div>
        {asset && best ? (
          <Link
            to="/assets/$blockchain/$contract/$token"
            params={{
              blockchain: asset.contract.blockchain,
              contract: asset.contract.address,
              token: asset.token.id,
            }}
            className="group overflow-hidden rounded-lg bg-surface text-ink shadow-lift md:order-2"
          >
            <Picture
              eager
              src={asset.image.r800}
              alt={assetName(asset, language)}
              className="aspect-[4/3] md:aspect-[5/4]"
            />
            <div className="flex items-center justify-between gap-4 px-5 py-4">
              <div className="min-w-0">
                <p className="truncate text-xs text-soft">{inLanguage(asset.collection.name, language)}</p>
                <p className="truncate font-semibold">{assetName(asset, language)}</p>
                <p className="text-xl font-bold tabular-nums">{formatPrice(best.original)}</p>
              </div>
              <span className={`${buttonClass('primary', 'small')} group-hover:bg-leaf-deep`}>
                {t('home.see')} <ArrowIcon className="size-4" />
              </span>
            </div>
          </Link>
        ) : (
          <Skeleton className="aspect-[4/3] rounded-lg opacity-30 md:order-2" />
        )}
      </div>
    </div>
  )
}

function Collections() {
  const { t } = useText()
  const collections = useQuery(collectionsQuery)
  return (
    <Section title={t('home.collections')}>
      {collections.isError && (
        <LoadError error={collections.error} retry={() => void collections.refetch()} />
      )}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {collections.isPending && [1, 2, 3].map((key) => <Skeleton key={key} className="h-28 md:h-36" />)}
        {collections.data?.list.map((collection) => (
          <CollectionCard key={collection._id} collection={collection} />
        ))}
      </div>
    </Section>
  )
}

export function Home() {
  const { t } = useText()
  return (
    <>
      <Hero />
      <div className="awning" />
      <div className="page mt-8 grid gap-12 md:mt-12 md:gap-16">
        <Section title={t('home.justListed')} className="min-w-0">
          <AssetRow filter={newest} limit={ROW} skip={1} />
        </Section>
        <Collections />
        <Section title={t('home.justSold')}>
          <EventList filter={{ salesOnly: true }} withAsset limit={6} />
        </Section>
      </div>
    </>
  )
}
