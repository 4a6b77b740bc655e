import { CloseIcon } from '@talad/ui/components/icons'
import { formatBaht } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { activeFilters, type CollectionSearch } from '../filters.ts'

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useText()
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('filter.remove', { name: label })}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm bg-leaf-wash px-3 text-sm font-medium text-leaf"
    >
      {label}
      <CloseIcon className="size-4" />
    </button>
  )
}

/** A range of prices in words. */
function priceText(t: ReturnType<typeof useText>['t'], from?: string, to?: string): string {
  if (from && to) return t('filter.priceBetween', { from: formatBaht(from), to: formatBaht(to) })
  return from
    ? t('filter.priceFrom', { from: formatBaht(from) })
    : t('filter.priceTo', { to: formatBaht(to ?? '0') })
}

type Props = { search: CollectionSearch; onChange: (next: CollectionSearch) => void }

/** The filters that are on; a press takes one away. */
export function FilterBadges({ search, onChange }: Props) {
  const { t, language } = useText()
  if (activeFilters(search) === 0) return null
  const { from, to, tr = [] } = search
  const without = (index: number) => tr.filter((_, at) => at !== index)
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {search.status && (
        <Chip label={t('filter.listed')} onRemove={() => onChange({ ...search, status: undefined })} />
      )}
      {(from || to) && (
        <Chip
          label={priceText(t, from, to)}
          onRemove={() => onChange({ ...search, from: undefined, to: undefined })}
        />
      )}
      {tr.map(({ key, value, valueTo }, index) => (
        <Chip
          key={`${key}=${value}`}
          label={`${inLanguage(key, language)}: ${inLanguage(value, language)}${valueTo === undefined ? '' : ` – ${valueTo}`}`}
          onRemove={() => onChange({ ...search, tr: tr.length === 1 ? undefined : without(index) })}
        />
      ))}
      <button
        type="button"
        onClick={() => onChange({ sort: search.sort, tab: search.tab })}
        className="min-h-9 px-2 text-sm font-semibold text-leaf underline underline-offset-4"
      >
        {t('filter.clear')}
      </button>
    </div>
  )
}
