import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { collectionsQuery, traitsQuery } from '../api/collections.ts'
import { type MarketSearch, toggleCollection } from '../market-search.ts'
import { FilterPanel, Group, Ticked } from './filter-panel.tsx'

const currencies = { thb: 'THB', jfin: 'JFIN' } as const

type Props = { search: MarketSearch; onChange: (next: MarketSearch) => void }

/** Filters of the whole market: those of a collection, and which collections and currencies. */
export function MarketFilters({ search, onChange }: Props) {
  const { t, language } = useText()
  const collections = useQuery(collectionsQuery)
  const [only, ...others] = search.c ?? []
  const isOne = only !== undefined && others.length === 0
  const traits = useQuery({ ...traitsQuery(only ?? '', search), enabled: isOne })
  return (
    <div>
      <Group title={t('home.collections')} open>
        {collections.data?.list.map(({ _id, slug, name, items }) => (
          <Ticked
            key={_id}
            checked={search.c?.includes(slug) ?? false}
            label={inLanguage(name, language)}
            count={items}
            onChange={() => onChange(toggleCollection(search, slug))}
          />
        ))}
      </Group>
      <FilterPanel
        search={search}
        traits={isOne ? (traits.data?.traits ?? []) : []}
        onChange={(next) => onChange({ ...search, ...next })}
      />
      <Group title={t('filter.currency')} open={search.currency !== undefined}>
        {(['thb', 'jfin'] as const).map((currency) => (
          <Ticked
            key={currency}
            checked={search.currency === currency}
            label={currencies[currency]}
            onChange={() =>
              onChange({ ...search, currency: search.currency === currency ? undefined : currency })
            }
          />
        ))}
      </Group>
    </div>
  )
}
