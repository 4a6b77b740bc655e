import type { Sale } from '@talad/proto/http/asset-indexer/history'
import { Fact } from '@talad/ui/components/section'
import { Segmented } from '@talad/ui/components/segmented'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatDay, formatDayAndTime } from '@talad/ui/format/dates'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { assetHistoryQuery } from '../api/history.ts'
import { share } from '../scale.ts'
import { Chart } from './chart.tsx'

type Family = Sale['price']['family']

const byValue = (a: Sale, b: Sale) => Number(a.price.value) - Number(b.price.value)

/** What every sale was, for who doesn't see the chart. */
function SalesTable({ sales }: { sales: readonly Sale[] }) {
  const { t } = useLateText()
  return (
    <div className="sr-only">
      <table>
        <caption>{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.date')}</th>
            <th scope="col">{t('history.price')}</th>
            <th scope="col">{t('history.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ time, price, amount, transaction }) => (
            <tr key={`${transaction.hash} ${transaction.log_index}`}>
              <td>{formatDayAndTime(time)}</td>
              <td>{formatPrice(price)}</td>
              <td>{formatCount(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Sales({ sales }: { sales: readonly [Sale, ...Sale[]] }) {
  const { t } = useLateText()
  const sorted = sales.toSorted(byValue)
  const [newest] = sales
  const oldest = sales.at(-1) ?? newest
  const low = formatPrice((sorted[0] ?? newest).price)
  const high = formatPrice((sorted.at(-1) ?? newest).price)
  const [from, to] = [Date.parse(oldest.time), Date.parse(newest.time)]
  const line = sales
    .map(({ time, price }) => ({ at: share(Date.parse(time), from, to), value: Number(price.value) }))
    .toReversed()
  return (
    <>
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-2">
        <Fact label={t('history.sales')}>{formatCount(String(sales.length))}</Fact>
        <Fact label={t('history.lowest')}>{low}</Fact>
        <Fact label={t('history.highest')}>{high}</Fact>
      </dl>
      <Chart
        label={t('history.chartAsset', { count: sales.length, low, high })}
        line={line}
        dots
        format={(top) => formatPrice({ ...newest.price, value: String(top) })}
        from={formatDay(oldest.time)}
        to={formatDay(newest.time)}
      />
      <SalesTable sales={sales} />
    </>
  )
}

/** What an asset was sold for. Baht and JFIN have no rate and never share a chart (OB-37). */
export default function AssetHistory({ assetId }: { assetId: string }) {
  const { t } = useLateText()
  const [chosen, setChosen] = useState<Family>('thb')
  const history = useQuery(assetHistoryQuery(assetId))
  if (history.isPending) return <Skeleton className="h-72" />
  if (history.isError) return <LoadError error={history.error} retry={() => void history.refetch()} />
  const families = [...new Set(history.data.map(({ price }) => price.family))].sort().toReversed()
  const family = families.includes(chosen) ? chosen : (families[0] ?? 'thb')
  const [first, ...others] = history.data.filter(({ price }) => price.family === family)
  if (!first) return <Empty title={t('history.none')} />
  return (
    <div className="rounded-lg bg-surface p-5 shadow-card md:p-7">
      {families.length > 1 && (
        <div className="mb-5">
          <Segmented
            label={t('history.unit')}
            value={family}
            onChange={setChosen}
            options={families.map((value) => ({ value, text: value.toUpperCase() }))}
          />
        </div>
      )}
      <Sales sales={[first, ...others]} />
    </div>
  )
}
