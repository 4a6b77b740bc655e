import '../i18n/desk.ts'
import { letterId, letterSource } from '../features/operations/api.ts'
import { letterColumns, letterFilters } from '../features/operations/columns.tsx'
import { OpenLetter } from '../features/operations/details.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'letters.none'

/** Messages that could not be handled, the oldest first. */
export default function DeadLettersPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('letters.title')} detail={id && <OpenLetter id={id} />}>
      <DataTable
        name="dead-letters"
        caption="letters.title"
        columns={letterColumns}
        filters={letterFilters}
        source={letterSource}
        keyOf={letterId}
        empty={NONE}
      />
    </Desk>
  )
}
