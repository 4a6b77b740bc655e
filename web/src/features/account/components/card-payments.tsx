import { More } from '@talad/ui/components/more'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatSum } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { creditQuery } from '../api/credit.ts'
import { purchasesOf } from '../statement.ts'
import type { RenderThing } from './statement.tsx'

/** What was charged to cards, and for what, the newest first. */
export function CardPayments({ account, thing }: { account: string; thing: RenderThing }) {
  const { t } = useMoneyText()
  const { t: word } = useLateText()
  const pages = useInfiniteQuery(creditQuery(account, { unit: 'pt_thb', kind: 'topup' }))
  if (pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const lists = pages.data.pages.map(({ list }) => ({ list, ids: purchasesOf(list) }))
  if (lists.every(({ list }) => list.length === 0)) return <Empty title={t('cards.none')} />
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card md:px-7">
      <ul className="divide-y divide-line">
        {lists.flatMap(({ list, ids }) =>
          list.map((flow) => (
            <li key={flow._id} className="flex items-baseline justify-between gap-4 py-3.5">
              <div className="min-w-0">
                <p className="truncate font-semibold">{thing(flow, ids) ?? word('credit.topup')}</p>
                <p className="flex flex-wrap gap-x-3 text-sm text-soft">{formatDayAndTime(flow.created)}</p>
              </div>
              <strong className="whitespace-nowrap tabular-nums">{formatSum(flow.value)}</strong>
            </li>
          )),
        )}
      </ul>
      <More pages={pages} />
    </div>
  )
}
