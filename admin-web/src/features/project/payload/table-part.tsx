import { Button } from '@talad/ui/components/button'
import { useText } from '../../../i18n/index.ts'
import { cellOf, newKey, type TableDraft } from './draft.ts'
import { useFaultText } from './fault-words.ts'
import { type Faults, within } from './faults.ts'

const MOST_HEADERS = 20
const MOST_RECORDS = 500
const box =
  'h-10 w-36 rounded-sm border border-line bg-surface px-2 text-sm focus-visible:border-leaf focus-visible:outline-2'

export const newTable = (): TableDraft => ({
  headers: [1, 2].map(() => ({ key: newKey(), text: '' })),
  records: [{ key: newKey(), cells: ['', ''] }],
})

type Props = { table: TableDraft; faults: Faults; onChange: (table: TableDraft) => void }

/** CA-64: a table, of which each record has as many cells as there are headers. */
export function TablePart({ table, faults, onChange }: Props) {
  const { t } = useText()
  const words = useFaultText()
  const { headers, records } = table
  const found = within(faults, 'table').filter(([path]) => path !== 'table')
  const withoutColumn = (at: number) =>
    onChange({
      headers: headers.filter((_, place) => place !== at),
      records: records.map((record) => ({
        ...record,
        cells: record.cells.filter((_, place) => place !== at),
      })),
    })
  const putCell = (key: string, at: number, text: string) =>
    onChange({
      headers,
      records: records.map((record) =>
        record.key === key
          ? { key, cells: record.cells.map((cell, place) => (place === at ? cellOf(text) : cell)) }
          : record,
      ),
    })
  return (
    <>
      <div className="overflow-x-auto">
        <table className="border-separate border-spacing-1">
          <thead>
            <tr>
              {headers.map(({ key, text }, at) => (
                <th key={key} scope="col" className="font-normal">
                  <span className="flex items-center gap-1">
                    <input
                      aria-label={t('payload.header', { at: String(at + 1) })}
                      value={text}
                      onChange={({ target }) =>
                        onChange({
                          records,
                          headers: headers.map((one) =>
                            one.key === key ? { key, text: target.value } : one,
                          ),
                        })
                      }
                      className={`${box} font-semibold`}
                    />
                    {headers.length > 1 && (
                      <button
                        type="button"
                        aria-label={t('payload.removeColumn', { at: String(at + 1) })}
                        onClick={() => withoutColumn(at)}
                        className="size-8 rounded-sm text-soft hover:bg-sunken"
                      >
                        ✕
                      </button>
                    )}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(({ key, cells }, row) => (
              <tr key={key}>
                {headers.map((header, at) => (
                  <td key={header.key}>
                    <input
                      aria-label={t('payload.cell', { row: String(row + 1), column: String(at + 1) })}
                      value={String(cells[at] ?? '')}
                      onChange={({ target }) => putCell(key, at, target.value)}
                      className={box}
                    />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    aria-label={t('payload.removeRecord', { at: String(row + 1) })}
                    onClick={() => onChange({ headers, records: records.filter((one) => one.key !== key) })}
                    className="size-8 rounded-sm text-soft hover:bg-sunken"
                  >
                    ✕
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.map(([path, message]) => (
        <p key={path} role="alert" className="text-sm text-chili">
          <code>{path}</code>: {words(message)}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          look="quiet"
          disabled={headers.length >= MOST_HEADERS}
          onClick={() =>
            onChange({
              headers: [...headers, { key: newKey(), text: '' }],
              records: records.map(({ key, cells }) => ({ key, cells: [...cells, ''] })),
            })
          }
        >
          {t('payload.addColumn')}
        </Button>
        <Button
          size="small"
          look="quiet"
          disabled={records.length >= MOST_RECORDS}
          onClick={() =>
            onChange({ headers, records: [...records, { key: newKey(), cells: headers.map(() => '') }] })
          }
        >
          {t('payload.addRecord')}
        </Button>
      </div>
    </>
  )
}
