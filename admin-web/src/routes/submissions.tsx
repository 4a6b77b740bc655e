import { submissionSource } from '../features/assessment/api.ts'
import { submissionColumns, submissionFilters } from '../features/assessment/columns.tsx'
import { OpenSubmission } from '../features/assessment/replay.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** AW-1 /submissions: what people answered. */
export default function SubmissionsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('submissions.title')} detail={id && <OpenSubmission key={id} id={id} />}>
      <DataTable
        name="submissions"
        caption="submissions.title"
        columns={submissionColumns}
        filters={submissionFilters}
        source={submissionSource}
        keyOf={({ _id }) => _id}
      />
    </Desk>
  )
}
