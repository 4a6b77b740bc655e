import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { accountQuery, amountQuery, itemQuery, type Meant, personsBy, personsQuery } from './api.ts'
import type { Asked } from './asked.ts'
import { Card, CustomerLink, Rows } from './part.tsx'

/** Everything that a text may mean, each kind by itself. */
export function Found({ asked }: { asked: readonly Asked[] }) {
  const { can } = usePermissions()
  const by = personsBy(asked)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {by && <Persons by={by} />}
      {asked.map((one) => {
        if (one.kind === 'amount' && can('shipping.read')) return <OfAmount key="amount" value={one.value} />
        if (one.kind === 'words' && can('shipping.read')) return <OfItem key="item" words={one.words} />
        if (one.kind === 'digits' && can('bank.read')) return <OfAccount key="digits" digits={one.digits} />
        return null
      })}
    </div>
  )
}

function Persons({ by }: { by: NonNullable<ReturnType<typeof personsBy>> }) {
  const { t } = useText()
  return (
    <Card title={t('customer.persons')}>
      <Rows query={useQuery(personsQuery(by))} keyOf={({ account_id }) => account_id}>
        {({ customer_id: id, profile, account_id }) => (
          <>
            {id === null ? <span className="wrap-anywhere">{account_id}</span> : <CustomerLink id={id} />}
            <span>{profile.nameTH ?? profile.nameEN}</span>
            <span className="text-soft tabular-nums">{profile.phoneNumber}</span>
          </>
        )}
      </Rows>
    </Card>
  )
}

function Payment({ kind, shipping, customer, value, status, created }: Meant) {
  const { t } = useText()
  return (
    <>
      <span className="font-semibold tabular-nums">{formatSum(value)}</span>
      <Link to="/shippings/$id" params={{ id: shipping }} className="text-leaf underline">
        {t(kind === 'card' ? 'col.topup' : 'col.purchase')}
      </Link>
      <StatusBadge state={status} />
      <CustomerLink id={customer} />
      <span className="text-soft">
        <Moment at={created} />
      </span>
    </>
  )
}

function OfAmount({ value }: { value: number }) {
  const { t } = useText()
  return (
    <Card title={t('customer.ofAmount', { amount: formatSum(value) })}>
      <Rows query={useQuery(amountQuery(value))} keyOf={({ id }) => id}>
        {(meant) => <Payment {...meant} />}
      </Rows>
    </Card>
  )
}

function OfItem({ words }: { words: string }) {
  const { t } = useText()
  return (
    <Card title={t('customer.ofItem')}>
      <Rows query={useQuery(itemQuery(words))} keyOf={({ id }) => id}>
        {(meant) => <Payment {...meant} />}
      </Rows>
    </Card>
  )
}

function OfAccount({ digits }: { digits: string }) {
  const { t } = useText()
  return (
    <Card title={t('customer.ofAccount')}>
      <Rows query={useQuery(accountQuery(digits))} keyOf={({ _id }) => _id}>
        {({ customer_id: id, bank_symbol, account_last4, status }) => (
          <>
            <CustomerLink id={id} />
            <span className="tabular-nums">
              {bank_symbol} •••{account_last4}
            </span>
            <StatusBadge state={status} />
          </>
        )}
      </Rows>
    </Card>
  )
}
