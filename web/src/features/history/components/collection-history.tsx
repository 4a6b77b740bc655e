import type { CollectionHistory as History } from '@talad/proto/http/asset-indexer/history'
import { Fact } from '@talad/ui/components/section'
import { Segmented } from '@talad/ui/components/segmented'
import { Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { collectionHistoryQuery } from '../api/history.ts'
import { daysBetween, floorsOn, share, sumOf } from '../scale.ts'
import { Chart } from './chart.tsx'

const RANGES = ['7', '30', '90', '365'] as const
type Range = (typeof RANGES)[number]

function useFigures({ from, to, days, floors }: History) {
  const all = daysBetween(from, to)
  const sold = new Map(days.map((day) => [day.day, day]))
  const floor = floorsOn(all, floors)
  const at = (index: number) => share(index, 0, all.length - 1)
  return {
    rows: all.map((day, index) => ({ day, sold: sold.get(day), floor: floor[index] })),
    bars: all.map((day, index) => ({ at: at(index), value: Number(sold.get(day)?.volume ?? 0) })),
    sales: days.reduce((sum, day) => sum + day.sales, 0),
    volume: sumOf(days.map(({ volume }) => volume)),
    floor: floor.at(-1),
  }
}

/** Each day on which something happened, for who doesn't see the chart. */
function DaysTable({ rows }: { rows: ReturnType<typeof useFigures>['rows'] }) {
  const { t } = useLateText()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.date')}</th>
            <th scope="col">{t('history.sales')}</th>
            <th scope="col">{t('history.volume')}</th>
            <th scope="col">{t('history.floor')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ sold }) => sold !== undefined)
            .map(({ day, sold, floor }) => (
              <tr key={day}>
                <td>{formatDay(day)}</td>
                <td>{formatCount(String(sold?.sales ?? 0))}</td>
                <td>{formatBaht(sold?.volume ?? '0')}</td>
                <td>{floor ? formatBaht(floor) : '–'}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function Days({ history, range }: { history: History; range: Range }) {
  const { t } = useLateText()
  const { rows, bars, sales, volume, floor } = useFigures(history)
  const total = formatBaht(volume)
  return (
    <>
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-2">
        <Fact label={t('history.volume')}>{total}</Fact>
        <Fact label={t('history.sales')}>{formatCount(String(sales))}</Fact>
        <Fact label={t('history.floor')}>{floor ? formatBaht(floor) : '–'}</Fact>
      </dl>
      {sales === 0 && <p className="mb-4 text-soft">{t('history.noneInRange')}</p>}
      <Chart
        label={t('history.chartCollection', { days: range, volume: total, sales })}
        bars={bars}
        format={(top) => formatBaht(String(top))}
        from={formatDay(history.from)}
        to={formatDay(history.to)}
      />
      <DaysTable rows={rows} />
    </>
  )
}

/** What was sold of a collection day by day, in baht. */
export default function CollectionHistory({ collectionId }: { collectionId: string }) {
  const { t } = useLateText()
  const [range, setRange] = useState<Range>('30')
  const history = useQuery(collectionHistoryQuery(collectionId, Number(range)))
  if (history.isPending) return <Skeleton className="h-80" />
  if (history.isError) return <LoadError error={history.error} retry={() => void history.refetch()} />
  return (
    <div className="rounded-lg bg-surface p-5 shadow-card md:p-7">
      <div className="mb-5">
        <Segmented
          label={t('history.range')}
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({
            value,
            text: value === '365' ? t('history.year') : t('history.days', { count: Number(value) }),
          }))}
        />
      </div>
      <Days history={history.data} range={range} />
    </div>
  )
}
