import { Button } from '@talad/ui/components/button'
import { orderSource } from '../features/order/api.ts'
import { orderColumns, orderFilters } from '../features/order/columns.tsx'
import { NewDeal } from '../features/order/new-deal.tsx'
import { OpenOrder } from '../features/order/order-detail.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of an order: a deal that is to be. */
const NEW = 'new'

const NONE = 'orders.none'

/** AW-1 /orders: every order, whether it is valid, and all that happened to it. */
export default function OrdersPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const { id } = search
  return (
    <Desk
      title={t('orders.title')}
      detail={id === NEW ? <NewDeal /> : id && <OpenOrder key={id} hash={id} />}
      aside={
        can('order.write') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('deal.new')}
          </Button>
        )
      }
    >
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
