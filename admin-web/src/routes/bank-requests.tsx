import '../i18n/desk.ts'
import { bankRequestSource } from '../features/bank/api.ts'
import { OpenBankRequest } from '../features/bank/bank-request-detail.tsx'
import { bankRequestColumns, queueFilters } from '../features/bank/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { useNext } from '../ui/data-table/use-next.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'bankRequests.none'

/** AW-1 /bank-requests: accounts that people want to be paid to, the oldest first (AW-5). */
export default function BankRequestsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  const next = useNext(bankRequestSource, ({ _id }) => _id)
  return (
    <Desk title={t('bankRequests.title')} detail={id && <OpenBankRequest key={id} id={id} onNext={next} />}>
      <DataTable
        name="bank-requests"
        caption="bankRequests.title"
        columns={bankRequestColumns}
        filters={queueFilters}
        source={bankRequestSource}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
