import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { campaignChoicesQuery } from '../features/project/campaign/api.ts'
import { triggerSource } from '../features/project/campaign/trigger/api.ts'
import { triggerColumns, triggerFilters } from '../features/project/campaign/trigger/columns.tsx'
import { OpenTrigger } from '../features/project/campaign/trigger/detail.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'triggers.none'

/** AW-1 /projects/{id}/triggers: who asked a campaign for something, and what came of it (CA-45). */
export default function ProjectTriggersPage() {
  const { t } = useText()
  const { project } = useProject()
  const { id } = useAddress().search
  const source = useMemo(() => triggerSource(project._id), [project._id])
  const { data: campaigns } = useQuery(campaignChoicesQuery(project._id))
  const columns = useMemo(() => triggerColumns(campaigns ?? []), [campaigns])
  return (
    <Desk inside title={t('triggers.title')} detail={id && <OpenTrigger key={id} id={id} />}>
      <DataTable
        name="project-triggers"
        caption="triggers.title"
        columns={columns}
        filters={triggerFilters(campaigns ?? [])}
        source={source}
        keyOf={({ triggerId }) => triggerId}
        empty={NONE}
      />
    </Desk>
  )
}
