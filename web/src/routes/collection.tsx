import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { EventList } from '../features/activity/components/event-list.tsx'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { collectionQuery, traitsQuery } from '../features/collection/api/collections.ts'
import type { Collection } from '../features/collection/components/collection-card.tsx'
import { FilterBadges } from '../features/collection/components/filter-badges.tsx'
import { FilterPanel } from '../features/collection/components/filter-panel.tsx'
import { activeFilters, assetFilterOf, type CollectionSearch, sorts } from '../features/collection/filters.ts'
import { type TextKey, useText } from '../i18n/index.ts'
import { inLanguage } from '../lib/bilingual.ts'
import { formatBaht, formatCount } from '../lib/money.ts'
import { useSite } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { FilterIcon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Fact } from '../ui/section.tsx'
import { Empty, LoadError, Skeleton } from '../ui/status.tsx'

const route = getRouteApi('/collection/$idOrSlug')

const sortTexts: Record<(typeof sorts)[number], TextKey> = {
  price: 'sort.price',
  'price-down': 'sort.priceDown',
  newest: 'sort.newest',
  sold: 'sort.sold',
  number: 'sort.number',
}

function Banner({ collection }: { collection: Collection }) {
  const { t, language } = useText()
  const name = inLanguage(collection.name, language)
  return (
    <div className="border-b border-line bg-surface">
      <div className="relative h-32 overflow-hidden bg-leaf md:h-52">
        {collection.image && (
          <img
            src={collection.image}
            alt=""
            className="size-full scale-110 object-cover opacity-70 blur-2xl saturate-150"
          />
        )}
      </div>
      <div className="page relative pb-6">
        <Picture
          eager
          src={collection.image}
          alt={name}
          className="-mt-16 w-28 rounded-lg border-4 border-surface shadow-card md:-mt-24 md:w-40"
        />
        <h1 className="mt-3 text-2xl">{name}</h1>
        <dl className="mt-3 grid grid-cols-3 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-10">
          <Fact label={t('collection.floor')}>{collection.floor ? formatBaht(collection.floor) : '–'}</Fact>
          <Fact label={t('collection.volume')}>{formatBaht(collection.volume)}</Fact>
          <Fact label={t('collection.items')}>{formatCount(collection.items)}</Fact>
          <Fact label={t('collection.listed')}>{formatCount(collection.listed)}</Fact>
          <Fact label={t('collection.owners')}>{formatCount(collection.owners)}</Fact>
        </dl>
      </div>
    </div>
  )
}

function Tabs({
  search,
  onChange,
}: {
  search: CollectionSearch
  onChange: (next: CollectionSearch) => void
}) {
  const { t } = useText()
  const tabs = [
    { tab: undefined, text: t('collection.tabItems') },
    { tab: 'activity' as const, text: t('collection.tabActivity') },
  ]
  return (
    <div className="flex gap-6 border-b border-line">
      {tabs.map(({ tab, text }) => (
        <button
          key={text}
          type="button"
          aria-current={search.tab === tab ? 'page' : undefined}
          onClick={() => onChange({ ...search, tab })}
          className="-mb-px min-h-12 border-b-3 border-transparent font-semibold text-soft aria-[current=page]:border-leaf aria-[current=page]:text-ink"
        >
          {text}
        </button>
      ))}
    </div>
  )
}

function Items({ collection, search, onChange }: ItemsProps) {
  const { t } = useText()
  const traits = useQuery(traitsQuery(collection.slug))
  const [filtering, setFiltering] = useState(false)
  const on = activeFilters(search)
  const panel = <FilterPanel search={search} traits={traits.data?.traits ?? []} onChange={onChange} />
  return (
    <div className="mt-5 lg:grid lg:grid-cols-[280px_1fr] lg:items-start lg:gap-8">
      <aside className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg bg-surface p-3 shadow-card lg:block">
        {panel}
      </aside>
      <div className="min-w-0">
        <div className="mb-4 flex items-center justify-between gap-3">
          <Button look="quiet" size="small" className="lg:hidden" onClick={() => setFiltering(true)}>
            <FilterIcon />
            {t('filter.title')}
            {on > 0 && (
              <span className="inline-flex size-6 items-center justify-center rounded-full bg-leaf text-xs text-on-leaf">
                {on}
              </span>
            )}
          </Button>
          <label htmlFor="sort" className="sr-only sm:not-sr-only sm:ml-auto sm:text-sm">
            {t('sort.title')}
          </label>
          <Select
            id="sort"
            value={search.sort ?? 'price'}
            onChange={(event) => {
              const sort = sorts.find((name) => name === event.target.value)
              onChange({ ...search, sort: sort === 'price' ? undefined : sort })
            }}
            options={sorts.map((value) => ({ value, label: t(sortTexts[value]) }))}
            className="h-10 rounded-full border border-line bg-surface pl-4 font-semibold"
          />
        </div>
        <FilterBadges search={search} onChange={onChange} />
        <AssetGrid
          wide={false}
          filter={assetFilterOf(collection._id, search)}
          count={(total) => (
            <p className="mb-3 text-sm text-soft">{t('common.pieces', { amount: formatCount(total) })}</p>
          )}
          empty={<Empty title={t('filter.nothing')} />}
        />
      </div>
      {filtering && (
        <Dialog open onClose={() => setFiltering(false)} title={t('filter.title')}>
          {panel}
          <Button className="mt-4 w-full" onClick={() => setFiltering(false)}>
            {t('filter.show')}
          </Button>
        </Dialog>
      )}
    </div>
  )
}

type ItemsProps = {
  collection: Collection
  search: CollectionSearch
  onChange: (next: CollectionSearch) => void
}

export default function CollectionPage() {
  const { idOrSlug } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { chain } = useSite()
  const { language } = useText()
  const found = useQuery(collectionQuery(idOrSlug))
  // WB-5: replaced, so that Back leaves the page and doesn't undo filters one by one.
  const change = (next: CollectionSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  if (found.isPending) {
    return (
      <>
        <Skeleton className="h-52 rounded-none" />
        <div className="page mt-6">
          <Skeleton className="h-8 w-56" />
        </div>
      </>
    )
  }
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  return (
    <>
      <title>{inLanguage(found.data.name, language)}</title>
      <Banner collection={found.data} />
      <div className="page mt-2">
        <Tabs search={search} onChange={change} />
        {search.tab === 'activity' ? (
          <div className="mt-5">
            <EventList filter={{ collection: found.data._id }} withAsset explorer={chain.explorer} />
          </div>
        ) : (
          <Items collection={found.data} search={search} onChange={change} />
        )}
      </div>
    </>
  )
}
