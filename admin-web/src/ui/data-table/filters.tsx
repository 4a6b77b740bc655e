import { Button } from '@talad/ui/components/button'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { TableSearch } from '../../lib/table-search.ts'
import type { Filter } from './column.ts'

type Props = {
  filters: readonly Filter[]
  search: TableSearch
  onRefine: (changes: Record<string, string | undefined>) => void
}

const inputTypes = { text: 'search', day: 'date', month: 'month' } as const

/** How many of them a phone shows at first. */
const FIRST = 2

const box =
  'h-10 w-full min-w-0 rounded-sm border border-line bg-surface px-3 text-sm text-ink focus-visible:border-leaf'

/** What narrows a list. Choices take effect at once, what is typed with Enter. */
export function Filters({ filters, search, onRefine }: Props) {
  const { t } = useText()
  const [isWhole, setWhole] = useState(false)
  const isSet = filters.some(({ key }) => search[key] !== undefined)
  if (filters.length === 0) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const of = (key: string) => String(typed.get(key) ?? '').trim() || undefined
    onRefine(Object.fromEntries(filters.map(({ key }) => [key, of(key)])))
  }
  return (
    <form
      // another view fills the fields anew
      key={JSON.stringify(filters.map(({ key }) => search[key]))}
      onSubmit={submit}
      className="grid grid-cols-2 items-end gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap"
    >
      {filters.map((filter, index) => {
        const value = search[filter.key]
        // a phone shows the first ones, and those that count
        const isFolded = !isWhole && index >= FIRST && value === undefined
        return (
          <div key={filter.key} className={`min-w-0 ${isFolded ? 'max-sm:hidden' : ''}`}>
            <FilterField filter={filter} value={value} onRefine={onRefine} />
          </div>
        )
      })}
      <div className="col-span-full flex gap-2">
        <Button type="submit" look="quiet" size="small">
          {t('table.filter')}
        </Button>
        {filters.length > FIRST && !isWhole && (
          <Button look="plain" size="small" className="sm:hidden" onClick={() => setWhole(true)}>
            {t('table.moreFilters')}
          </Button>
        )}
        {isSet && (
          <Button
            look="plain"
            size="small"
            onClick={() => onRefine(Object.fromEntries(filters.map(({ key }) => [key, undefined])))}
          >
            {t('table.clear')}
          </Button>
        )}
      </div>
    </form>
  )
}

type FieldProps = {
  filter: Filter
  value: string | undefined
  onRefine: Props['onRefine']
}

function FilterField({ filter, value, onRefine }: FieldProps) {
  const { t } = useText()
  const id = useId()
  return (
    <div className="grid min-w-0 gap-0.5 lg:w-44">
      <label htmlFor={id} className="truncate text-xs text-soft">
        {t(filter.label)}
      </label>
      {filter.kind === 'choice' ? (
        <select
          id={id}
          name={filter.key}
          value={value ?? ''}
          onChange={({ target }) => onRefine({ [filter.key]: target.value || undefined })}
          className={box}
        >
          <option value="">{t(filter.all ?? 'table.all')}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {'text' in option ? option.text : t(option.label)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={filter.key}
          type={inputTypes[filter.kind]}
          defaultValue={value ?? ('usual' in filter ? filter.usual : '') ?? ''}
          autoComplete="off"
          spellCheck={false}
          className={box}
        />
      )}
    </div>
  )
}
