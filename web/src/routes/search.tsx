import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Select } from '@talad/ui/components/field'
import { FilterIcon, SearchIcon } from '@talad/ui/components/icons'
import { Empty } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { collectionSearchQuery } from '../features/collection/api/collections.ts'
import { FilterBadges } from '../features/collection/components/filter-badges.tsx'
import { MarketFilters } from '../features/collection/components/market-filters.tsx'
import { activeFilters, sorts } from '../features/collection/filters.ts'
import { type MarketSearch, marketFilterOf } from '../features/collection/market-search.ts'
import { rememberSearch } from '../features/recent/searches.ts'
import { useLateText } from '../i18n/late.ts'
import { inLanguage } from '../lib/bilingual.ts'
import { sortTexts } from '../lib/sort-texts.ts'
import { DensitySwitch } from '../ui/density-switch.tsx'

const route = getRouteApi('/search')

type Props = { search: MarketSearch; onChange: (next: MarketSearch) => void }

function Field({ search, onChange }: Props) {
  const { t } = useLateText()
  const [words, setWords] = useState(search.q ?? '')
  return (
    <search>
      <form
        className="relative max-w-2xl"
        onSubmit={(event) => {
          event.preventDefault()
          rememberSearch(words)
          onChange({ ...search, q: words.trim() || undefined })
        }}
      >
        <SearchIcon className="pointer-events-none absolute top-3.5 left-4 text-soft" />
        <input
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          enterKeyHint="search"
          maxLength={100}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className="h-12 w-full rounded-md border border-line bg-surface pr-4 pl-12 text-base"
        />
      </form>
    </search>
  )
}

/** Collections of that name: they are what many look for. */
function Collections({ words }: { words: string }) {
  const { language } = useLateText()
  const { data } = useQuery(collectionSearchQuery(words))
  if (!data?.list.length) return null
  return (
    <ul className="slide flex gap-2 overflow-x-auto">
      {data.list.map(({ _id, slug, name }) => (
        <li key={_id} className="shrink-0">
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: slug }}
            search={{}}
            className="inline-flex min-h-10 items-center rounded-full border border-line bg-surface px-4 text-sm font-semibold hover:border-leaf hover:text-leaf"
          >
            {inLanguage(name, language)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Sort({ search, onChange }: Props) {
  const { t } = useLateText()
  const usual = search.q ? 'best' : 'price'
  const names = search.q ? (['best', ...sorts] as const) : sorts
  return (
    <Select
      aria-label={t('sort.title')}
      value={search.sort ?? usual}
      onChange={({ target }) => {
        const sort = sorts.find((name) => name === target.value)
        onChange({ ...search, sort: sort === usual ? undefined : sort })
      }}
      options={names.map((value) => ({
        value,
        label: value === 'best' ? t('sort.best') : t(sortTexts[value]),
      }))}
      className="h-11 rounded-md border border-line bg-surface pl-4 text-sm font-semibold"
    />
  )
}

/** What the market has for some words, with filters. */
export default function SearchPage() {
  const { t } = useLateText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [filtering, setFiltering] = useState(false)
  // WB-5: replaced, so that Back leaves the page and doesn't undo filters one by one.
  const change = (next: MarketSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const on = activeFilters(search) + (search.c?.length ?? 0) + (search.currency ? 1 : 0)
  const title = search.q ? t('search.resultsFor', { words: search.q }) : t('search.results')
  const clear = () => change({ q: search.q, sort: search.sort })
  const panel = <MarketFilters search={search} onChange={change} />
  return (
    <div className="page pt-10">
      <title>{title}</title>
      <h1 className="title mb-5 text-2xl break-words">{title}</h1>
      <div className="mb-6 grid gap-4 *:min-w-0">
        <Field key={search.q} search={search} onChange={change} />
        {search.q && <Collections words={search.q} />}
      </div>
      <div className="lg:grid lg:grid-cols-[248px_1fr] lg:items-start lg:gap-10">
        <aside className="slide sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto lg:block">
          {panel}
        </aside>
        <div className="min-w-0">
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
              <Sort search={search} onChange={change} />
            </div>
          </div>
          <h2 className="sr-only">{t('search.results')}</h2>
          <FilterBadges search={search} onChange={(next) => change({ ...search, tr: undefined, ...next })} />
          <AssetGrid
            filter={marketFilterOf(search)}
            count={(total) => (
              <p className="mb-4 text-sm text-soft">{t('common.pieces', { amount: formatCount(total) })}</p>
            )}
            empty={
              <Empty title={on > 0 ? t('filter.nothing') : t('search.none')}>
                {on > 0 && (
                  <Button look="quiet" size="small" onClick={clear}>
                    {t('filter.clear')}
                  </Button>
                )}
              </Empty>
            }
          />
        </div>
      </div>
      {filtering && (
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
      )}
    </div>
  )
}
