import '../i18n/desk.ts'
import { withdrawalSource } from '../features/bank/api.ts'
import { queueFilters, withdrawalColumns } from '../features/bank/columns.tsx'
import { ProviderBalance } from '../features/bank/provider-balance.tsx'
import { OpenWithdrawal } from '../features/bank/withdrawal-detail.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { useNext } from '../ui/data-table/use-next.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'withdrawals.none'

/** AW-1 /withdrawals: money that people want out, the oldest first (AW-5). */
export default function WithdrawalsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  const next = useNext(withdrawalSource, ({ _id }) => _id)
  return (
    <Desk
      title={t('withdrawals.title')}
      aside={<ProviderBalance />}
      detail={id && <OpenWithdrawal key={id} id={id} onNext={next} />}
    >
      <DataTable
        name="withdrawals"
        caption="withdrawals.title"
        columns={withdrawalColumns}
        filters={queueFilters}
        source={withdrawalSource}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
