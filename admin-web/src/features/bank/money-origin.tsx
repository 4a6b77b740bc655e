import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { call } from '@talad/ui/client/call'
import { formatSum } from '@talad/ui/format/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { WITHDRAWALS } from './api.ts'

const ways = {
  in: {
    shipping: 'origin.in.shipping',
    refund: 'origin.in.refund',
    topup: 'origin.in.topup',
    withdrawal: 'origin.in.withdrawal',
  },
  out: {
    shipping: 'origin.out.shipping',
    refund: 'origin.out.refund',
    topup: 'origin.out.topup',
    withdrawal: 'origin.out.withdrawal',
  },
} as const

const originQuery = (customer: string) =>
  queryOptions({
    queryKey: [WITHDRAWALS, 'origin', customer],
    queryFn: ({ signal }) =>
      call(ledgerHttp.adminCreditOrigin, { params: { customer_id: customer } }, { signal }),
  })

/** BW-18: what there is now, by which ways it came, and who bought most. */
export function MoneyOrigin({ customer }: { customer: string }) {
  const { t } = useText()
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('origin.title')}</h3>
      <Loaded query={useQuery(originQuery(customer))}>
        {({ balance, sums, buyers }) => (
          <Facts>
            <Fact label={t('origin.now')}>
              <span className="font-semibold">{formatSum(balance.balance)}</span>
              {balance.balance_locked > 0 && (
                <span className="block text-xs text-soft">
                  {t('origin.held', { amount: formatSum(balance.balance_locked) })}
                </span>
              )}
            </Fact>
            {sums.length === 0 && <Fact label={t('origin.title')}>{t('origin.none')}</Fact>}
            {sums.map(({ flow_type: way, flow_event: what, ...sum }) => (
              <Fact key={way + what} label={t(ways[way][what])}>
                <Sum {...sum} />
              </Fact>
            ))}
            {buyers.length > 0 && (
              <Fact label={t('origin.buyers')}>
                {buyers.map(({ customer_id: id, ...sum }) => (
                  <span key={id} className="block">
                    <Link to="/customers/$id" params={{ id }} className="text-leaf underline">
                      {id}
                    </Link>{' '}
                    <Sum {...sum} />
                  </span>
                ))}
              </Fact>
            )}
          </Facts>
        )}
      </Loaded>
    </section>
  )
}

function Sum({ value, count, last }: { value: number; count: number; last: string }) {
  const { t } = useText()
  return (
    <>
      {formatSum(value)}{' '}
      <span className="text-xs text-soft">
        {t('origin.count', { count })} · {t('origin.last')} <Moment at={last} />
      </span>
    </>
  )
}
