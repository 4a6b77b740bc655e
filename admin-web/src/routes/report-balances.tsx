import '../i18n/desk.ts'
import { useState } from 'react'
import { balanceSource } from '../features/report/api.ts'
import { balanceColumns, balanceFilters } from '../features/report/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

/** AW-1 /reports/balances (LG-14). */
export default function BalancesPage() {
  const { t } = useText()
  const [filters] = useState(balanceFilters)
  return (
    <Desk title={t('balances.title')}>
      <DataTable
        name="balances"
        caption="balances.title"
        columns={balanceColumns}
        filters={filters}
        source={balanceSource}
        keyOf={({ customer_id }) => customer_id}
        plain
      />
    </Desk>
  )
}
