import '../i18n/desk.ts'
import { mismatchSource } from '../features/purchase/api.ts'
import { mismatchColumns, mismatchFilters } from '../features/purchase/columns.tsx'
import { OpenTopup } from '../features/purchase/open-topup.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { useNext } from '../ui/data-table/use-next.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'mismatches.none'

/** SP-18: card payments in which the provider took something else than was asked, the oldest first (AW-5). */
export default function MismatchesPage() {
  const { t } = useText()
  const { id } = useAddress().search
  const next = useNext(mismatchSource, ({ _id }) => _id)
  return (
    <Desk title={t('mismatches.title')} detail={id && <OpenTopup id={id} onNext={next} />}>
      <DataTable
        name="mismatches"
        caption="mismatches.title"
        columns={mismatchColumns}
        filters={mismatchFilters}
        source={mismatchSource}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
