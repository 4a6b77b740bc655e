import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { balancesOf, bankAccountsOf, cardPaymentsOf, payoutsOf, purchasesOf, reportsOf } from './api.ts'
import { All, Card, Rows } from './part.tsx'

type Of = { customer: string }

const units = { pt_thb: 'customer.points', ft_thb: 'customer.baht' } as const satisfies Record<
  string,
  TextKey
>

export function Balances({ customer }: Of) {
  const { t } = useText()
  return (
    <Card title={t('customer.balances')}>
      <Loaded query={useQuery(balancesOf(customer))}>
        {(list) => (
          <Facts>
            {list.map(({ unit, balance_spendable, balance_locked }) => (
              <Fact key={unit} label={t(units[unit])}>
                {formatSum(balance_spendable)}
                {balance_locked > 0 && (
                  <span className="block text-xs text-soft">
                    {t('customer.held', { amount: formatSum(balance_locked) })}
                  </span>
                )}
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Card>
  )
}

type Line = {
  value: number
  status: Parameters<typeof StatusBadge>[0]['state']
  created: string
  children: ReactNode
}

function Money({ value, status, created, children }: Line) {
  return (
    <>
      <span className="font-semibold tabular-nums">{formatSum(value)}</span>
      {children}
      <StatusBadge state={status} />
      <span className="ml-auto text-soft">
        <Moment at={created} />
      </span>
    </>
  )
}

function ToPurchase({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/shippings/$id" params={{ id }} className="text-leaf underline">
      {children}
    </Link>
  )
}

export function Purchases({ customer }: Of) {
  const { t } = useText()
  return (
    <Card title={t('shippings.title')} aside={<All to="/shippings" search={{ customer }} />}>
      <Rows query={useQuery(purchasesOf(customer))} keyOf={({ _id }) => _id}>
        {({ _id, credit, status, created, asset, seller_customer_id: seller }) => (
          <Money value={credit.value} status={status} created={created}>
            <ToPurchase id={_id}>
              {t(seller === customer ? 'customer.sold' : 'customer.bought')} #{asset.token.id}
            </ToPurchase>
          </Money>
        )}
      </Rows>
    </Card>
  )
}

export function CardPayments({ customer }: Of) {
  const { t } = useText()
  return (
    <Card title={t('topups.title')} aside={<All to="/topups" search={{ customer }} />}>
      <Rows query={useQuery(cardPaymentsOf(customer))} keyOf={({ _id }) => _id}>
        {({ shipping_id, order_no, value, status, created, mismatch, refund, held }) => (
          <Money value={mismatch?.received_value ?? value} status={status} created={created}>
            <ToPurchase id={shipping_id}>{order_no}</ToPurchase>
            {held && <span className="text-chili">{t('topups.held')}</span>}
            {refund && (
              <span>
                {t('col.refund')} <StatusBadge state={refund.status} />
              </span>
            )}
          </Money>
        )}
      </Rows>
    </Card>
  )
}

export function Payouts({ customer }: Of) {
  const { t } = useText()
  return (
    <Card title={t('withdrawals.title')} aside={<All to="/withdrawals" search={{ customer, st: 'all' }} />}>
      <Rows query={useQuery(payoutsOf(customer))} keyOf={({ _id }) => _id}>
        {({ _id: id, value, status, created, bank_symbol, account_last4 }) => (
          <Money value={value} status={status} created={created}>
            <Link to="/withdrawals" search={{ id, st: 'all' }} className="text-leaf underline">
              {bank_symbol} •••{account_last4}
            </Link>
          </Money>
        )}
      </Rows>
    </Card>
  )
}

export function BankAccounts({ customer }: Of) {
  const { t } = useText()
  return (
    <Card
      title={t('bankRequests.title')}
      aside={<All to="/bank-requests" search={{ customer, st: 'all' }} />}
    >
      <Rows query={useQuery(bankAccountsOf(customer))} keyOf={({ _id }) => _id}>
        {({ _id: id, bank_symbol, account_last4, status, same_number_elsewhere: shared, created }) => (
          <>
            <Link to="/bank-requests" search={{ id, st: 'all' }} className="text-leaf underline">
              {bank_symbol} •••{account_last4}
            </Link>
            <StatusBadge state={status} />
            {shared && <span className="text-chili">{t('customer.sharedNumber')}</span>}
            <span className="ml-auto text-soft">
              <Moment at={created} />
            </span>
          </>
        )}
      </Rows>
    </Card>
  )
}

export function Reports({ customer }: Of) {
  const { t } = useText()
  return (
    <Card title={t('customer.reports')} aside={<All to="/flags" search={{ rp: customer, st: 'all' }} />}>
      <Rows query={useQuery(reportsOf(customer))} keyOf={({ _id }) => _id}>
        {({ _id: id, asset, review_disposition: decided }) => (
          <>
            <Link to="/flags" search={{ id, st: 'all' }} className="text-leaf underline">
              {asset.name || asset.token_id}
            </Link>
            <span className="text-soft">
              {t(
                decided === null
                  ? 'customer.reportOpen'
                  : decided === 'ignore'
                    ? 'flag.wasIgnored'
                    : 'flag.wasSuspended',
              )}
            </span>
          </>
        )}
      </Rows>
    </Card>
  )
}
