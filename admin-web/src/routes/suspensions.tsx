import '../i18n/desk.ts'
import { Button } from '@talad/ui/components/button'
import { suspensionSource } from '../features/suspension/api.ts'
import { suspensionColumns, suspensionFilters } from '../features/suspension/columns.tsx'
import { KnownBy } from '../features/suspension/known-by.tsx'
import { SuspendForm } from '../features/suspension/suspend-form.tsx'
import { OpenSuspension } from '../features/suspension/suspension-detail.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a suspension: one that is to be. */
const NEW = 'new'

const NONE = 'suspensions.none'

/** AW-1 /suspensions: what must not be traded. */
export default function SuspensionsPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const { id } = search
  const detail =
    id === undefined ? undefined : id === NEW ? <SuspendForm /> : <OpenSuspension key={id} id={id} />
  return (
    <Desk
      title={t('suspensions.title')}
      detail={detail}
      aside={
        can('suspension.write') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('suspension.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="suspensions"
        caption="suspensions.title"
        columns={suspensionColumns}
        filters={suspensionFilters}
        source={suspensionSource}
        keyOf={({ suspension_id }) => suspension_id}
        empty={NONE}
      />
      <KnownBy />
    </Desk>
  )
}
