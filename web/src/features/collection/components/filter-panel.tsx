import { inLanguage } from '@talad/proto/http/bilingual'
import { Skeleton } from '@talad/ui/components/status'
import { typedDecimal } from '@talad/ui/format/number-input'
import { useQuery } from '@tanstack/react-query'
import { useBrowseText } from '../../../i18n/browse.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { traitsQuery } from '../api/collections.ts'
import { facetsQuery } from '../api/facets.ts'
import { type Choices, type Filters, familyOf, toggle } from '../filters.ts'
import { priceIn, stateTexts } from '../words.ts'
import { Group, Range, Ticked } from './filter-parts.tsx'
import { TraitFilters } from './trait-filters.tsx'

type Props = {
  search: Filters
  /** slug of the collection whose page it is; the whole market without it */
  collection?: string
  /** the next filter; WB-5: the address is replaced, so that Back leaves the page */
  onChange: (next: Filters) => void
}

type Option = { value: string; label: string; count: number | null }

/** Several to choose from; those which nothing leads to stay out of the way, unless they are chosen. */
function Choice(props: Props & { choice: Choices; options: readonly Option[] }) {
  const { search, choice, options, onChange } = props
  const chosen: readonly string[] = search[choice] ?? []
  const shown = options.filter(({ value, count }) => count !== 0 || chosen.includes(value))
  return (
    <div className="max-h-80 overflow-y-auto">
      {(shown.length === 0 ? options : shown).map(({ value, label, count }) => (
        <Ticked
          key={value}
          checked={chosen.includes(value)}
          label={label}
          count={count}
          onChange={() => onChange(toggle(search, choice, value))}
        />
      ))}
    </div>
  )
}

type Ends = { family: 'thb' | 'jfin'; min: string | null; max: string | null }

function PriceRange({ search, ends, onChange }: Props & { ends: Ends }) {
  const { t } = useBrowseText()
  return (
    <>
      {ends.min !== null && ends.max !== null && (
        <p className="pb-2 text-xs text-soft tabular-nums">
          {priceIn(ends.family, ends.min)} – {priceIn(ends.family, ends.max)}
        </p>
      )}
      <Range
        key={`${search.from}-${search.to}`}
        label={t('filter.price')}
        from={search.from ?? ''}
        to={search.to ?? ''}
        clean={typedDecimal}
        onApply={(from, to) => onChange({ ...search, from: from || undefined, to: to || undefined })}
      />
    </>
  )
}

/** AI-13: what a list of assets can be filtered by, with how many each choice shows among what the others leave. */
export function FilterPanel({ search, collection, onChange }: Props) {
  const { t, language } = useBrowseText()
  const facets = useQuery(facetsQuery(search, collection))
  const [only, ...others] = collection === undefined ? (search.c ?? []) : [collection]
  const withTraits = only !== undefined && others.length === 0
  const traits = useQuery({ ...traitsQuery(only ?? '', search), enabled: withTraits })
  if (facets.isPending) return <Skeleton className="h-96" />
  if (facets.isError) return <LoadError error={facets.error} retry={() => void facets.refetch()} />
  const { status, collections, currencies, blockchains, price } = facets.data
  const choice = (of: Choices, options: Option[]) => (
    <Choice search={search} onChange={onChange} choice={of} options={options} />
  )
  return (
    <div>
      <Group title={t('filter.status')} open>
        {choice(
          'status',
          status.map(({ code, count }) => ({ ...stateTexts[code], label: t(stateTexts[code].text), count })),
        )}
      </Group>
      {collection === undefined && (
        <Group title={t('home.collections')} open>
          {choice(
            'c',
            collections.map(({ slug, name, count }) => ({
              value: slug,
              label: inLanguage(name, language),
              count,
            })),
          )}
        </Group>
      )}
      <Group title={familyOf(search) === 'thb' ? t('filter.price') : t('filter.priceJfin')} open>
        <PriceRange search={search} ends={price} onChange={onChange} />
      </Group>
      {withTraits && <TraitFilters search={search} traits={traits.data?.traits ?? []} onChange={onChange} />}
      <Group title={t('filter.currency')} open={search.currency !== undefined}>
        {choice(
          'currency',
          currencies.map(({ code, count }) => ({ value: code, label: code.toUpperCase(), count })),
        )}
      </Group>
      {collection === undefined && (
        <Group title={t('filter.blockchain')} open={search.chain !== undefined}>
          {choice(
            'chain',
            blockchains.map(({ name, count }) => ({ value: name, label: name.toUpperCase(), count })),
          )}
        </Group>
      )}
    </div>
  )
}
