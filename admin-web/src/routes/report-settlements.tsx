import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { settlementSource } from '../features/report/api.ts'
import { settlementColumns, settlementFilters } from '../features/report/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

/** AW-1 /reports/settlements (LG-15). */
export default function SettlementsPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const [filters] = useState(settlementFilters)
  return (
    <Desk title={t('settlements.title')}>
      <DataTable
        name="settlements"
        caption="settlements.title"
        columns={settlementColumns}
        filters={filters}
        source={settlementSource}
        keyOf={({ shipping_id }) => shipping_id}
        onOpen={(id) => void navigate({ to: '/shippings/$id', params: { id } })}
      />
    </Desk>
  )
}
