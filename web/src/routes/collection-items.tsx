import { Select } from '@talad/ui/components/field'
import type { Collection } from '../features/collection/components/collection-card.tsx'
import { assetFilterOf, type CollectionSearch, sorts } from '../features/collection/filters.ts'
import { useBrowseText } from '../i18n/browse.ts'
import { sortTexts } from '../market/reads/sort-texts.ts'
import { FilteredAssets } from './filtered-assets.tsx'

type Props = {
  collection: Collection
  search: CollectionSearch
  onChange: (next: CollectionSearch) => void
}

function Sort({ search, onChange }: Omit<Props, 'collection'>) {
  const { t } = useBrowseText()
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

/** What is in a collection, with its filters. */
export function CollectionItems({ collection, search, onChange }: Props) {
  const { t } = useBrowseText()
  const filter = assetFilterOf(collection._id, search)
  return (
    <FilteredAssets
      search={search}
      onChange={onChange}
      filter={collection.suspended ? { ...filter, withSuspended: true } : filter}
      collection={collection.slug}
      title={t('collection.tabItems')}
      sort={<Sort search={search} onChange={onChange} />}
    />
  )
}
