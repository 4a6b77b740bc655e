import '../i18n/desk.ts'
import { topupSource } from '../features/purchase/api.ts'
import { topupColumns, topupFilters } from '../features/purchase/columns.tsx'
import { OpenTopup } from '../features/purchase/open-topup.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** Every card payment. */
export default function TopupsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('topups.title')} detail={id && <OpenTopup id={id} />}>
      <DataTable
        name="topups"
        caption="topups.title"
        columns={topupColumns}
        filters={topupFilters}
        source={topupSource}
        keyOf={({ _id }) => _id}
      />
    </Desk>
  )
}
