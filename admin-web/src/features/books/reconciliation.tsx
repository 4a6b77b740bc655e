import type { Reconciliation } from '@talad/proto/http/shipping-payment/reconciliation'
import { Badge, Notice } from '@talad/ui/components/status'
import { formatCount, formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter, ListSource } from '../../ui/data-table/column.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { stateText } from '../../ui/status.tsx'
import { daysQuery, RECONCILIATIONS, readDays } from './days.ts'
import { differenceText } from './difference.ts'

export const reconciliationSource: ListSource<Reconciliation> = {
  key: RECONCILIATIONS,
  async read({ search }, signal) {
    const rows = await readDays(search.provider, signal)
    return { rows, next: undefined, total: rows.length }
  },
}

export const reconciliationFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'provider',
    label: 'reconciliation.of',
    all: 'reconciliation.cards',
    options: [{ value: 'payout', label: 'reconciliation.payouts' }],
  },
]

function DayState({ faults, unanswered }: Reconciliation) {
  const { t } = useText()
  if (faults > 0)
    return <Badge tone="bad">{t('reconciliation.faults', { count: formatCount(faults) })}</Badge>
  if (unanswered > 0)
    return <Badge tone="wait">{t('reconciliation.unanswered', { count: formatCount(unanswered) })}</Badge>
  return <Badge tone="good">{t('reconciliation.clean')}</Badge>
}

export const reconciliationColumns: readonly Column<Reconciliation>[] = [
  { key: 'day', title: 'col.day', cell: ({ day }) => day, csv: ({ day }) => day },
  {
    key: 'state',
    title: 'col.status',
    cell: (row) => <DayState {...row} />,
    csv: ({ faults }) => String(faults),
  },
  {
    key: 'compared',
    title: 'reconciliation.compared',
    amount: true,
    cell: ({ compared }) => formatCount(compared),
    csv: ({ compared }) => String(compared),
  },
  {
    key: 'finished',
    title: 'reconciliation.finished',
    cell: ({ finished }) => <Moment at={finished} />,
    csv: ({ finished }) => finished,
  },
]

const SATANG = /^\d{1,15}$/

/** A difference as people read it: states in words, amounts in baht. */
function Difference({ what }: { what: string }) {
  const { t } = useText()
  const told = differenceText(what)
  if (!told) return what
  const { key, ours, theirs = '', count = '' } = told
  if (ours === undefined) return t(key, { theirs, count })
  const isAmount = key === 'difference.amount' || key === 'difference.returned'
  const side = (value: string) => {
    const state = stateText(value)
    if (state) return t(state)
    return isAmount && SATANG.test(value) ? formatSum(BigInt(value)) : value
  }
  return t('difference.sides', { field: t(key), ours: side(ours), theirs: side(theirs) })
}

/** What a day differs in. */
export function OpenDay({ day, provider }: { day: string; provider: string | undefined }) {
  const { t } = useText()
  return (
    <Loaded query={useQuery(daysQuery(provider))}>
      {(days) => {
        const found = days.find((one) => one.day === day)
        return found ? <Day found={found} /> : <Notice>{t('table.nothingFits')}</Notice>
      }}
    </Loaded>
  )
}

function Day({ found }: { found: Reconciliation }) {
  const { t } = useText()
  return (
    <div className="grid gap-4">
      <h2 className="text-lg tabular-nums">{found.day}</h2>
      <div>
        <DayState {...found} />
      </div>
      {found.faults > 0 && <Notice tone="bad">{t('reconciliation.next')}</Notice>}
      <Facts>
        {found.differences.map(({ reference, what }) => (
          <Fact key={reference + what} label={<Difference what={what} />}>
            <Ident value={reference} />
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
