import '../i18n/desk.ts'
import { refundSource } from '../features/purchase/api.ts'
import { refundColumns, refundFilters } from '../features/purchase/columns.tsx'
import { OpenTopup } from '../features/purchase/open-topup.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** SP-26: money that goes back to cards; a refund opens the card payment that it is of. */
export default function RefundsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('refunds.title')} detail={id && <OpenTopup id={id} />}>
      <DataTable
        name="refunds"
        caption="refunds.title"
        columns={refundColumns}
        filters={refundFilters}
        source={refundSource}
        keyOf={({ topup_id }) => topup_id}
      />
    </Desk>
  )
}
