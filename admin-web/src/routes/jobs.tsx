import { jobId, jobSource } from '../features/operations/api.ts'
import { jobColumns, jobFilters } from '../features/operations/columns.tsx'
import { OpenJob } from '../features/operations/details.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'jobs.none'

/** Work that is due or waits for its time, what fails first. */
export default function JobsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('jobs.title')} detail={id && <OpenJob id={id} />}>
      <DataTable
        name="jobs"
        caption="jobs.title"
        columns={jobColumns}
        filters={jobFilters}
        source={jobSource}
        keyOf={jobId}
        empty={NONE}
      />
    </Desk>
  )
}
