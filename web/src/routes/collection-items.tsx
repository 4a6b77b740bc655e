import { Button } from '@talad/ui/components/button'
import { Select } from '@talad/ui/components/field'
import { FilterIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { traitsQuery } from '../features/collection/api/collections.ts'
import type { Collection } from '../features/collection/components/collection-card.tsx'
import { FilterBadges } from '../features/collection/components/filter-badges.tsx'
import { activeFilters, assetFilterOf, type CollectionSearch, sorts } from '../features/collection/filters.ts'
import { useText } from '../i18n/index.ts'
import { sortTexts } from '../lib/sort-texts.ts'
import { DensitySwitch } from '../ui/density-switch.tsx'

// At the side on a desk, in a window on a phone: neither is what people come for.
const FilterPanel = lazyPart(async () => ({
  default: (await import('../features/collection/components/filter-panel.tsx')).FilterPanel,
}))
const Dialog = lazyPart(async () => ({ default: (await import('@talad/ui/components/dialog')).Dialog }))

type Props = {
  collection: Collection
  search: CollectionSearch
  onChange: (next: CollectionSearch) => void
}

function Sort({ search, onChange }: Omit<Props, 'collection'>) {
  const { t } = useText()
  return (
    <>
      <label htmlFor="sort" className="sr-only">
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
        className="h-11 rounded-md border border-line bg-surface pl-4 text-sm font-semibold"
      />
    </>
  )
}

/** What is in a collection: filters at the side, or in a window on a phone, and the pieces. */
export function CollectionItems({ collection, search, onChange }: Props) {
  const { t } = useText()
  const traits = useQuery(traitsQuery(collection.slug, search))
  const [filtering, setFiltering] = useState(false)
  const on = activeFilters(search)
  const filter = assetFilterOf(collection._id, search)
  const panel = (
    <Part>
      <FilterPanel search={search} traits={traits.data?.traits ?? []} onChange={onChange} />
    </Part>
  )
  return (
    <div className="lg:grid lg:grid-cols-[248px_1fr] lg:items-start lg:gap-10">
      <aside className="slide sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto lg:block">
        {panel}
      </aside>
      <div className="min-w-0">
        <h2 className="sr-only">{t('collection.tabItems')}</h2>
        <div className="mb-5 flex items-center justify-between gap-3">
          <Button
            look="quiet"
            size="small"
            className="min-h-11! lg:hidden"
            onClick={() => setFiltering(true)}
          >
            <FilterIcon />
            {t('filter.title')}
            {on > 0 && (
              <span className="inline-flex size-6 items-center justify-center rounded-full bg-leaf text-xs text-on-leaf">
                {on}
              </span>
            )}
          </Button>
          <span className="hidden lg:block" />
          <div className="flex items-center gap-3">
            <DensitySwitch />
            <Sort search={search} onChange={onChange} />
          </div>
        </div>
        <FilterBadges search={search} onChange={onChange} />
        <AssetGrid
          filter={collection.suspended ? { ...filter, withSuspended: true } : filter}
          count={(total) => (
            <p className="mb-4 text-sm text-soft">{t('common.pieces', { amount: formatCount(total) })}</p>
          )}
          empty={
            <Empty title={t('filter.nothing')}>
              <Button look="quiet" size="small" onClick={() => onChange({ sort: search.sort })}>
                {t('filter.clear')}
              </Button>
            </Empty>
          }
        />
      </div>
      {filtering && (
        <Part onMissing={() => setFiltering(false)}>
          <Dialog
            onClose={() => setFiltering(false)}
            title={t('filter.title')}
            foot={
              <Button className="w-full" onClick={() => setFiltering(false)}>
                {t('filter.show')}
              </Button>
            }
          >
            {panel}
          </Dialog>
        </Part>
      )}
    </div>
  )
}
