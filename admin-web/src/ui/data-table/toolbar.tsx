import { Button } from '@talad/ui/components/button'
import { Spinner } from '@talad/ui/components/spinner'
import { useText } from '../../i18n/index.ts'
import { hideText } from '../../lib/table-search.ts'
import type { Column, ListSource } from './column.ts'
import { CsvButton } from './csv-button.tsx'
import { Disclosure } from './disclosure.tsx'
import { SavedViews } from './saved-views.tsx'
import { useAddress } from './use-address.ts'

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  usually: readonly string[]
  source: ListSource<Row>
  readAt: number
  reading: boolean
  onRead: () => void
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Bangkok' })

/** Views, columns, the file, and how old the list is. */
export function Toolbar<Row>(props: Props<Row>) {
  const { name, columns, hidden, usually, source, readAt, reading, onRead } = props
  const { t } = useText()
  const { refine } = useAddress()
  const toggle = (key: string) =>
    refine({
      hide: hideText(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key], usually),
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SavedViews name={name} />
      <Disclosure title={t('table.columns')}>
        <fieldset className="grid gap-1">
          <legend className="sr-only">{t('table.columns')}</legend>
          {columns.slice(1).map(({ key, title }) => (
            <label key={key} className="flex min-h-8 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                onChange={() => toggle(key)}
                className="size-4 accent-leaf"
              />
              {t(title)}
            </label>
          ))}
        </fieldset>
      </Disclosure>
      <CsvButton name={name} columns={columns} source={source} />
      <span className="flex-1" />
      {readAt > 0 && (
        <p className="text-xs text-soft tabular-nums">
          {t('table.readAt', { time: clock.format(new Date(readAt)) })}
        </p>
      )}
      <Button look="quiet" size="small" onClick={onRead} disabled={reading}>
        {reading && <Spinner className="size-4" />}
        {t('table.refresh')}
      </Button>
    </div>
  )
}
