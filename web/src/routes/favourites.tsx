import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assetPagesOfIdsQuery } from '../features/asset/api/assets.ts'
import { AssetCards, AssetCardsWaiting } from '../features/asset/components/asset-grid.tsx'
import { collectionPagesOfIdsQuery } from '../features/collection/api/collections.ts'
import { CollectionCard } from '../features/collection/components/collection-card.tsx'
import { useLateText } from '../i18n/late.ts'
import { useFavourites } from '../market/people/favourites.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const route = getRouteApi('/favourites')

/** As they were when the page was opened: what is unliked here stays until then, and can be liked again. */
function useOnceRead<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first
}

function Assets({ ids }: { ids: readonly string[] }) {
  const pages = useInfiniteQuery(assetPagesOfIdsQuery(ids))
  if (pages.isPending) return <AssetCardsWaiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  return (
    <>
      <AssetCards assets={pages.data.pages.flat()} />
      <More pages={pages} byItself />
    </>
  )
}

function Collections({ ids }: { ids: readonly string[] }) {
  const pages = useInfiniteQuery(collectionPagesOfIdsQuery(ids))
  if (pages.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  return (
    <>
      <div className="grid gap-4 md:grid-cols-3 xl:gap-6">
        {pages.data.pages.flat().map((collection) => (
          <CollectionCard key={collection._id} collection={collection} />
        ))}
      </div>
      <More pages={pages} byItself />
    </>
  )
}

function Nothing({ title }: { title: string }) {
  const { t } = useLateText()
  return (
    <Empty title={title}>
      <Link to="/" className={buttonClass('quiet', 'small')}>
        {t('common.browse')}
      </Link>
    </Empty>
  )
}

function SignInNotice() {
  const { t } = useLateText()
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('favourite.onlyHere')}</p>
        <Link to="/sign-in" onClick={rememberPlace} className={buttonClass('quiet', 'small')}>
          {t('nav.signIn')}
        </Link>
      </div>
    </Notice>
  )
}

/** What somebody likes: items, and collections whose news they follow. */
export default function FavouritesPage() {
  const { t } = useLateText()
  const { tab = 'assets' } = route.useSearch()
  const navigate = route.useNavigate()
  const { liked, isPending, error, retry, onlyHere } = useFavourites()
  const ids = useOnceRead(isPending || error ? undefined : liked)
  const tabs = [
    { value: 'assets', text: t('favourite.assets'), count: formatCount(String(liked.asset.length)) },
    {
      value: 'collections',
      text: t('favourite.collections'),
      count: formatCount(String(liked.collection.length)),
    },
  ] as const
  return (
    <div className="page grid gap-6 pt-12">
      <title>{t('favourite.title')}</title>
      <h1 className="title text-2xl md:text-3xl">{t('favourite.title')}</h1>
      {onlyHere && <SignInNotice />}
      {error && <LoadError error={error} retry={retry} />}
      {!error && !ids && <AssetCardsWaiting />}
      {ids && (
        <Tabs
          label={t('favourite.title')}
          value={tab}
          tabs={tabs}
          onChange={(next) =>
            void navigate({ search: { tab: next === 'assets' ? undefined : next }, replace: true })
          }
        >
          <h2 className="sr-only">{t(tab === 'assets' ? 'favourite.assets' : 'favourite.collections')}</h2>
          {tab === 'assets' &&
            (ids.asset.length > 0 ? <Assets ids={ids.asset} /> : <Nothing title={t('favourite.noAssets')} />)}
          {tab === 'collections' &&
            (ids.collection.length > 0 ? (
              <Collections ids={ids.collection} />
            ) : (
              <Nothing title={t('favourite.noCollections')} />
            ))}
        </Tabs>
      )}
    </div>
  )
}
