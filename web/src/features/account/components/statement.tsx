import type { CreditFlow } from '@talad/proto/http/ledger'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatMovement, formatPoints } from '../../../lib/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, LoadError, Skeleton } from '../../../ui/status.tsx'
import { creditQuery, type Unit } from '../api/credit.ts'
import { lineOf, movementOf, type StatementLine } from '../statement.ts'

const texts: Record<StatementLine, TextKey> = {
  topup: 'credit.topup',
  purchase: 'credit.purchase',
  sale: 'credit.sale',
  refund: 'credit.refund',
  refundOut: 'credit.refundOut',
  withdrawal: 'credit.withdrawal',
  locked: 'credit.locked',
  released: 'credit.released',
}

function Line({ flow }: { flow: CreditFlow }) {
  const { t } = useText()
  const line = lineOf(flow)
  const movement = movementOf(flow)
  const isLock = flow.flow_type === 'lock'
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-3.5">
      <span className="font-semibold">{t(texts[line])}</span>
      <span
        className={`text-right font-semibold tabular-nums ${movement > 0 ? 'text-leaf' : isLock ? 'text-soft' : ''}`}
      >
        {isLock ? formatPoints(Math.abs(flow.value)) : formatMovement(movement)}
      </span>
      <span className="text-sm text-soft">
        {formatDayAndTime(flow.created)}
        {flow.shipping_id && line === 'purchase' && (
          <>
            {' · '}
            <Link
              to="/payment/return"
              search={{ shipping_id: flow.shipping_id }}
              className="text-leaf underline underline-offset-4"
            >
              {t('credit.seePurchase')}
            </Link>
          </>
        )}
      </span>
      <span className="text-right text-sm text-soft tabular-nums">
        {t('credit.after', { amount: formatPoints(flow.balance_after) })}
      </span>
    </li>
  )
}

/** The movements of one balance, as on a bank statement. */
export function Statement({ account, unit }: { account: string; unit: Unit }) {
  const { t } = useText()
  const pages = useInfiniteQuery(creditQuery(account, unit))
  if (pages.isPending) return <Skeleton className="h-48" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const flows = pages.data.pages.flatMap(({ list }) => list)
  if (flows.length === 0) {
    return <Empty title={unit === 'pt_thb' ? t('credit.nonePoints') : t('credit.noneEarned')} />
  }
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card">
      <ol className="divide-y divide-line">
        {flows.map((flow) => (
          <Line key={flow._id} flow={flow} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <div className="border-t border-line py-3 text-center">
          <Button
            look="plain"
            size="small"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('common.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
