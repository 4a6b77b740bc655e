import '../i18n/desk.ts'
import { Link, useParams } from '@tanstack/react-router'
import { Notes } from '../features/customer/notes.tsx'
import { Person } from '../features/customer/person.tsx'
import {
  Balances,
  BankAccounts,
  CardPayments,
  Payouts,
  Purchases,
  Reports,
} from '../features/customer/theirs.tsx'
import { WriteTo } from '../features/customer/write.tsx'
import { SessionsFold } from '../features/session/sessions-fold.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { Ident } from '../ui/ident.tsx'

/** AW-1 /customers/{id}: everything of one customer on one page, as far as whoever looks may see it. */
export default function CustomerPage() {
  const { t } = useText()
  const { id } = useParams({ from: '/customers/$id' })
  const { can } = usePermissions()
  return (
    <div className="grid gap-4">
      <title>{t('customer.one')}</title>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="title text-xl">{t('customer.one')}</h1>
        <Ident value={id} />
        <Link to="/customers" className="text-sm font-semibold text-leaf underline">
          {t('customer.findAnother')}
        </Link>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid gap-4">
          {can('shipping.read') && <Purchases customer={id} />}
          {can('shipping.read') && <CardPayments customer={id} />}
          {can('withdrawal.read') && <Payouts customer={id} />}
          {can('bank.read') && <BankAccounts customer={id} />}
          {can('flag.read') && <Reports customer={id} />}
        </div>
        <div className="grid gap-4 max-xl:row-start-1">
          <Person key={id} customer={id}>
            {(account) => (
              <>
                <WriteTo key={`write ${account}`} account={account} />
                <SessionsFold key={account} account={account} />
              </>
            )}
          </Person>
          {can('refund.write') && <Balances customer={id} />}
          <Notes key={`notes ${id}`} customer={id} />
        </div>
      </div>
    </div>
  )
}
