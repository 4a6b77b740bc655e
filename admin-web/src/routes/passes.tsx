import { Button } from '@talad/ui/components/button'
import { passSource } from '../features/assessment/api.ts'
import { passColumns, passFilters } from '../features/assessment/columns.tsx'
import { PassForm } from '../features/assessment/pass-form.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a row: a pass that is to be given. */
const NEW = 'new'

/** Who has passed (MO-30). */
export default function PassesPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  return (
    <Desk
      title={t('passes.title')}
      detail={search.id === NEW ? <PassForm /> : undefined}
      aside={
        can('assessment.write') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('assessment.pass')}
          </Button>
        )
      }
    >
      <DataTable
        plain
        name="passes"
        caption="passes.title"
        columns={passColumns}
        filters={passFilters}
        source={passSource}
        keyOf={({ customer_id, content_key }) => `${customer_id}:${content_key}`}
      />
    </Desk>
  )
}
