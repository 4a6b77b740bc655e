import { inLanguage } from '@talad/proto/http/bilingual'
import { Select } from '@talad/ui/components/field'
import { SearchIcon } from '@talad/ui/components/icons'
import { isAddress, shortAddress } from '@talad/ui/format/address'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { collectionSearchQuery } from '../features/collection/api/collections.ts'
import { facetsQuery } from '../features/collection/api/facets.ts'
import { type Filters, marketFilterOf, sorts, wordsOf } from '../features/collection/filters.ts'
import { rememberSearch } from '../features/recent/searches.ts'
import { useBrowseText } from '../i18n/browse.ts'
import { WalletLink } from '../market/people/wallet-link.tsx'
import { sortTexts } from '../market/reads/sort-texts.ts'
import { FilteredAssets } from './filtered-assets.tsx'

const route = getRouteApi('/explore')

type Props = { search: Filters; onChange: (next: Filters) => void }

function Field({ search, onChange }: Props) {
  const { t } = useBrowseText()
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
  const { language } = useBrowseText()
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
  const { t } = useBrowseText()
  const hasWords = wordsOf(search) !== undefined
  const usual = hasWords ? 'best' : 'price'
  const names = hasWords ? (['best', ...sorts] as const) : sorts
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

/** The wallet whose address was typed, unless it is the one of a collection. */
function Wallet({ address }: { address: string }) {
  const { t } = useBrowseText()
  const { data } = useQuery(collectionSearchQuery(address))
  if (!data || data.list.length > 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
      {t('wallet.title')}
      <WalletLink address={address.toLowerCase()} className="min-h-11 font-semibold text-ink" />
    </p>
  )
}

/** The whole market, or what it has for some words, with filters. */
export default function ExplorePage() {
  const { t } = useBrowseText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const facets = useQuery(facetsQuery(search))
  // WB-5: replaced, so that Back leaves the page and doesn't undo filters one by one.
  const change = (next: Filters) => void navigate({ search: next, replace: true, resetScroll: false })
  const words = wordsOf(search)
  const isWallet = words !== undefined && isAddress(words)
  const title = words
    ? t('search.resultsFor', { words: isWallet ? shortAddress(words) : words })
    : t('nav.explore')
  return (
    <div className="page pt-10">
      <title>{title}</title>
      <h1 className="title mb-5 text-2xl break-words">{title}</h1>
      <div className="mb-6 grid gap-4 *:min-w-0">
        <Field key={search.q} search={search} onChange={change} />
        {search.q && !words && (
          <p role="status" className="text-sm text-soft">
            {t('search.short')}
          </p>
        )}
        {words && <Collections words={words} />}
        {isWallet && <Wallet address={words} />}
      </div>
      <FilteredAssets
        search={search}
        onChange={change}
        filter={marketFilterOf(search)}
        names={facets.data && new Map(facets.data.collections.map(({ slug, name }) => [slug, name]))}
        title={t('search.results')}
        sort={<Sort search={search} onChange={change} />}
        nothing={t(isWallet ? 'search.noneAddress' : 'search.none')}
        eager={2}
      />
    </div>
  )
}
