import { inLanguage } from '@talad/proto/http/bilingual'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Skeleton } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AssetCardsWaiting } from '../features/asset/components/asset-grid.tsx'
import { collectionQuery } from '../features/collection/api/collections.ts'
import type { CollectionSearch } from '../features/collection/filters.ts'
import { useText } from '../i18n/index.ts'
import { useSite } from '../market/reads/site.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { CollectionBanner } from './collection-banner.tsx'
import { CollectionItems } from './collection-items.tsx'

const CollectionHistory = lazyPart(() => import('../features/history/components/collection-history.tsx'))
const TraitTable = lazyPart(() => import('../features/collection/components/trait-table.tsx'))
const EventList = lazyPart(() => import('../features/activity/components/event-list.tsx'))
const route = getRouteApi('/collection/$idOrSlug')

function Waiting() {
  return (
    <div className="min-h-dvh">
      <Skeleton className="h-44 rounded-none md:h-44" />
      <div className="page">
        <div className="grid gap-5 pb-7 md:grid-cols-[auto_1fr] md:gap-8">
          <Skeleton className="-mt-14 aspect-square w-28 rounded-lg ring-4 ring-surface md:-mt-16 md:w-36" />
          <div className="grid content-start gap-4 md:pt-6">
            <Skeleton className="h-10 w-56" />
            <Skeleton className="h-28 max-w-xl sm:h-14" />
          </div>
        </div>
        <Skeleton className="mt-3 mb-6 h-11 rounded-none" />
        <div className="lg:grid lg:grid-cols-[248px_1fr] lg:gap-10">
          <Skeleton className="hidden lg:block" />
          <AssetCardsWaiting />
        </div>
      </div>
    </div>
  )
}

export default function CollectionPage() {
  const { idOrSlug } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { chain } = useSite()
  const { t, language } = useText()
  const found = useQuery(collectionQuery(idOrSlug))
  // WB-5: replaced, so that Back leaves the page and doesn't undo filters one by one.
  const change = (next: CollectionSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  const slug = found.data?.slug
  const isFormer = slug !== undefined && slug !== idOrSlug && found.data?._id !== idOrSlug
  useEffect(() => {
    if (isFormer) void navigate({ params: { idOrSlug: slug }, search: true, replace: true }) // AI-26
  }, [isFormer, slug, navigate])
  if (found.isPending) return <Waiting />
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  const { data: collection } = found
  const tabs = [
    { value: 'items', text: t('collection.tabItems'), count: formatCount(collection.items) },
    { value: 'traits', text: t('collection.tabTraits') },
    { value: 'activity', text: t('collection.tabActivity') },
  ] as const
  return (
    <>
      <title>{inLanguage(collection.name, language)}</title>
      <CollectionBanner collection={collection} />
      <div className="page mt-3">
        <Tabs
          label={inLanguage(collection.name, language)}
          value={search.tab ?? 'items'}
          tabs={tabs}
          onChange={(tab) => change({ ...search, tab: tab === 'items' ? undefined : tab })}
        >
          {search.tab === 'traits' && (
            <Part fallback={<Skeleton className="h-80" />}>
              <TraitTable slug={collection.slug} />
            </Part>
          )}
          {search.tab === 'activity' && (
            <div className="grid gap-8 *:min-w-0">
              <Part fallback={<Skeleton className="h-80" />}>
                <CollectionHistory collectionId={collection._id} />
              </Part>
              <Part fallback={<Skeleton className="h-80" />}>
                <EventList filter={{ collection: collection._id }} withAsset explorer={chain.explorer} />
              </Part>
            </div>
          )}
          {search.tab === undefined && (
            <CollectionItems collection={collection} search={search} onChange={change} />
          )}
        </Tabs>
      </div>
    </>
  )
}
