import { orderSource } from '../features/order/api.ts'
import { orderColumns, orderFilters } from '../features/order/columns.tsx'
import { OpenOrder } from '../features/order/order-detail.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'orders.none'

/** AW-1 /orders: every order, whether it is valid, and all that happened to it. */
export default function OrdersPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('orders.title')} detail={id && <OpenOrder key={id} hash={id} />}>
      <DataTable
        name="orders"
        caption="orders.title"
        columns={orderColumns}
        filters={orderFilters}
        source={orderSource}
        keyOf={({ hash }) => hash}
        empty={NONE}
      />
    </Desk>
  )
}
