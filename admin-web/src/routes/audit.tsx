import { auditColumns, auditFilters, auditSource } from '../features/audit/audit.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

/** GW-27: what admins and operators did, newest first. */
export default function AuditPage() {
  const { t } = useText()
  return (
    <Desk title={t('audit.title')}>
      <DataTable
        name="audit"
        caption="audit.title"
        columns={auditColumns}
        filters={auditFilters}
        source={auditSource}
        keyOf={({ id }) => id}
        plain
      />
    </Desk>
  )
}
