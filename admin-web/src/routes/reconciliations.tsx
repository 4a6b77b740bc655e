import {
  OpenDay,
  reconciliationColumns,
  reconciliationFilters,
  reconciliationSource,
} from '../features/books/reconciliation.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'reconciliations.none'

/** Every day beside what the card and the payout provider say of it, found by the nightly reconciliation. */
export default function ReconciliationsPage() {
  const { t } = useText()
  const { id, provider } = useAddress().search
  return (
    <Desk title={t('reconciliations.title')} detail={id && <OpenDay day={id} provider={provider} />}>
      <DataTable
        name="reconciliations"
        caption="reconciliations.title"
        columns={reconciliationColumns}
        filters={reconciliationFilters}
        source={reconciliationSource}
        keyOf={({ day }) => day}
        empty={NONE}
      />
    </Desk>
  )
}
