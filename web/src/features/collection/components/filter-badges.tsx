import { inLanguage } from '@talad/proto/http/bilingual'
import { CloseIcon } from '@talad/ui/components/more-icons'
import { useBrowseText } from '../../../i18n/browse.ts'
import { activeFilters, type Choices, cleared, type Filters, familyOf, toggle } from '../filters.ts'
import { priceIn } from '../words.ts'

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useBrowseText()
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
function priceText(t: ReturnType<typeof useBrowseText>['t'], search: Filters): string {
  const told = (amount: string) => priceIn(familyOf(search), amount)
  const { from, to } = search
  if (from && to) return t('filter.priceBetween', { from: told(from), to: told(to) })
  return from ? t('filter.priceFrom', { from: told(from) }) : t('filter.priceTo', { to: told(to ?? '0') })
}

type Props = {
  search: Filters
  /** what the collections are called, by their slugs */
  names?: ReadonlyMap<string, string> | undefined
  onChange: (next: Filters) => void
}

/** The filters that are on; a press takes one away. */
export function FilterBadges({ search, names, onChange }: Props) {
  const { t, language } = useBrowseText()
  if (activeFilters(search) === 0) return null
  const { status = [], c = [], currency = [], chain = [], from, to, tr = [] } = search
  const without = (index: number) => tr.filter((_, at) => at !== index)
  const chosen: [Choices, string, string][] = [
    ...status.map((one): [Choices, string, string] => ['status', one, t(`filter.${one}`)]),
    ...c.map((one): [Choices, string, string] => ['c', one, inLanguage(names?.get(one) ?? one, language)]),
    ...currency.map((one): [Choices, string, string] => ['currency', one, one.toUpperCase()]),
    ...chain.map((one): [Choices, string, string] => ['chain', one, one.toUpperCase()]),
  ]
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {chosen.map(([choice, one, label]) => (
        <Chip key={`${choice} ${one}`} label={label} onRemove={() => onChange(toggle(search, choice, one))} />
      ))}
      {(from || to) && (
        <Chip
          label={priceText(t, search)}
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
        onClick={() => onChange(cleared(search))}
        className="min-h-9 px-2 text-sm font-semibold text-leaf underline underline-offset-4"
      >
        {t('filter.clear')}
      </button>
    </div>
  )
}
