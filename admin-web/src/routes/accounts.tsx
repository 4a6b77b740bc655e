import { useQuery } from '@tanstack/react-query'
import { AccountDetail } from '../features/account/account.tsx'
import { accountQuery, accountSource } from '../features/account/api.ts'
import { accountColumns, accountFilters } from '../features/account/columns.tsx'
import { AccountSessions } from '../features/session/account-sessions.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

function OpenAccount({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(accountQuery(id))}>
      {(account) =>
        account && (
          <div className="grid gap-5">
            <AccountDetail key={account.account_id} account={account} />
            <AccountSessions key={`sessions-${account.account_id}`} account={account.account_id} />
          </div>
        )
      }
    </Loaded>
  )
}

/** ID-42: the support desk. Somebody is found by what they say of themselves; every look is written down. */
export default function AccountsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('accounts.title')} detail={id && <OpenAccount id={id} />}>
      <p className="mb-3 text-sm text-soft">{t('accounts.about')}</p>
      <DataTable
        name="accounts"
        caption="accounts.title"
        columns={accountColumns}
        filters={accountFilters}
        source={accountSource}
        keyOf={({ account_id }) => account_id}
      />
    </Desk>
  )
}
