import { useNavigate } from '@tanstack/react-router'
import { shippingSource } from '../features/purchase/api.ts'
import { shippingColumns, shippingFilters } from '../features/purchase/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

/** AW-1 /shippings: every purchase. */
export default function ShippingsPage() {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <Desk title={t('shippings.title')}>
      <DataTable
        name="shippings"
        caption="shippings.title"
        columns={shippingColumns}
        filters={shippingFilters}
        source={shippingSource}
        keyOf={({ _id }) => _id}
        onOpen={(id) => void navigate({ to: '/shippings/$id', params: { id } })}
      />
    </Desk>
  )
}
