import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { Button, buttonClass } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { PrintIcon } from '@talad/ui/components/more-icons'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { Table } from '@talad/ui/components/table'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatMovement, formatSum } from '@talad/ui/format/money'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { type CreditFilter, creditQuery } from '../api/credit.ts'
import type { NamesOf } from '../export/export.ts'
import type { Unit } from '../kinds.ts'
import { daysOf } from '../period.ts'
import { lineOf, lineTexts, movementOf, purchasesOf } from '../statement.ts'
import { ExportButton } from './export-button.tsx'
import { type Choice, StatementFilter } from './statement-filter.tsx'

/** What a movement was for, as the screens around know it; `ids` are the purchases that are shown with it. */
export type RenderThing = (flow: CreditFlow, ids: readonly string[]) => ReactNode

function What({ flow, thing }: { flow: CreditFlow; thing: ReactNode }) {
  const { t } = useLateText()
  const line = lineOf(flow)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{t(lineTexts[line])}</span>
      {thing}
      {flow.shipping_id && line === 'purchase' && (
        <Link
          to="/payment/return"
          search={{ shipping_id: flow.shipping_id }}
          className="text-sm text-leaf underline underline-offset-4"
        >
          {t('credit.seePurchase')}
        </Link>
      )}
    </span>
  )
}

/** What went in or out; what is only set aside for a while moves nothing, and is written without a sign. */
function Movement({ flow }: { flow: CreditFlow }) {
  const movement = movementOf(flow)
  if (flow.flow_type === 'lock') {
    return <span className="text-soft">{formatSum(Math.abs(flow.value))}</span>
  }
  return (
    <span className={`font-semibold ${movement > 0 ? 'text-leaf' : ''}`}>{formatMovement(movement)}</span>
  )
}

type MovementsProps = {
  pages: UseInfiniteQueryResult<InfiniteData<{ list: CreditFlow[] }>>
  filter: CreditFilter
  onClear: () => void
  thing: RenderThing
}

/** What a filter finds. */
function Movements({ pages, filter, onClear, thing }: MovementsProps) {
  const { t } = useLateText()
  const { unit, kind, from, to } = filter
  // drawn in pieces, between which the browser answers
  const isThere = useDeferredValue(!pages.isPending)
  if (pages.isPending || !isThere) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const flows = pages.data.pages.flatMap(({ list }) => list)
  const idsOf = new Map(
    pages.data.pages.flatMap(({ list }) => {
      const ids = purchasesOf(list)
      return list.map(({ _id }) => [_id, ids] as const)
    }),
  )
  if (flows.length === 0) {
    if (kind !== 'all' || from || to) {
      return (
        <Empty title={t('credit.noneFound')}>
          <Button look="quiet" size="small" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        </Empty>
      )
    }
    return <Empty title={unit === 'pt_thb' ? t('credit.nonePoints') : t('credit.noneEarned')} />
  }
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card md:px-7">
      <Table
        caption={unit === 'pt_thb' ? t('credit.titlePoints') : t('credit.titleEarned')}
        rows={flows}
        keyOf={({ _id }) => _id}
        columns={[
          {
            key: 'what',
            title: t('credit.what'),
            cell: (flow) => <What flow={flow} thing={thing(flow, idsOf.get(flow._id) ?? [])} />,
          },
          {
            key: 'when',
            title: t('credit.when'),
            cell: ({ created }) => (
              <span className="text-sm text-soft md:whitespace-nowrap">{formatDayAndTime(created)}</span>
            ),
          },
          {
            key: 'amount',
            title: t('credit.amount'),
            amount: true,
            cell: (flow) => <Movement flow={flow} />,
          },
          {
            key: 'after',
            title: t('credit.left'),
            amount: true,
            cell: ({ balance_after: after }) => (
              <span className="max-md:text-sm max-md:text-soft">
                <span className="md:hidden">{t('credit.left')} </span>
                {formatSum(after)}
              </span>
            ),
          },
        ]}
      />
      <More pages={pages} />
    </div>
  )
}

type Props = {
  account: string
  unit: Unit
  choice: Choice
  onChoose: (next: Choice) => void
  thing: RenderThing
  namesOf: NamesOf
}

/** The movements of one balance with what was left after each, as on a bank statement. */
export function Statement({ account, unit, choice, onChoose, thing, namesOf }: Props) {
  const { kind, period, own } = choice
  const filter = { unit, kind, ...daysOf(period, own, Date.now()) }
  const pages = useInfiniteQuery(creditQuery(account, filter))
  const { t } = useMoneyText()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <StatementFilter unit={unit} choice={choice} onChange={onChoose} />
        <div className="flex flex-wrap items-center gap-2 md:ml-auto">
          <ExportButton filter={filter} isEmpty={pages.data?.pages[0]?.list.length === 0} namesOf={namesOf} />
          <Link
            to="/account/statement"
            search={{
              ...(unit === 'ft_thb' && { unit: 'earned' as const }),
              period,
              from: own.from,
              to: own.to,
            }}
            className={buttonClass('quiet', 'small')}
          >
            <PrintIcon />
            {t('money.print')}
          </Link>
        </div>
      </div>
      <Movements
        pages={pages}
        filter={filter}
        thing={thing}
        onClear={() => onChoose({ kind: 'all', period: 'all', own: { from: undefined, to: undefined } })}
      />
    </div>
  )
}
