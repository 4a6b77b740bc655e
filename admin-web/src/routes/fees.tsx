import '../i18n/desk.ts'
import { Button } from '@talad/ui/components/button'
import { feeSource } from '../features/issuer/api.ts'
import { feeColumns, feeFilters } from '../features/issuer/fee-columns.tsx'
import { FeesPanel } from '../features/issuer/fees-panel.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a contract: the fee of all of them, or one that has none of its own yet. */
const GENERAL = 'general'

const NONE = 'fees.none'

/** AW-1 /fees: what the platform and creators get of sales, of all or in one contract (MO-35). */
export default function FeesPage() {
  const { t } = useText()
  const { search, change } = useAddress()
  const open = search.id ?? search.contract
  const contract = open === GENERAL ? '' : open
  return (
    <Desk
      title={t('fees.title')}
      detail={contract === undefined ? undefined : <FeesPanel key={contract} contract={contract} />}
      aside={
        <Button size="small" look="quiet" onClick={() => change({ id: GENERAL })}>
          {t('fee.generalOrNew')}
        </Button>
      }
    >
      <DataTable
        name="fees"
        caption="fees.title"
        columns={feeColumns}
        filters={feeFilters}
        source={feeSource}
        keyOf={({ contract_address }) => contract_address ?? ''}
        empty={NONE}
      />
    </Desk>
  )
}
