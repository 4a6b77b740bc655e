import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { lanesQuery, mintSource } from '../features/project/mint/api.ts'
import { mintColumns, mintFilters } from '../features/project/mint/columns.tsx'
import { Lanes } from '../features/project/mint/lanes.tsx'
import { OpenMint } from '../features/project/mint/mint-detail.tsx'
import { choicesQuery } from '../features/project/virtual/api.ts'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'mints.none'

/** The mint queue of a project: what waits in which lane, for how long, and why (CA-46, CA-53). */
export default function ProjectMintsPage() {
  const { t } = useText()
  const { project } = useProject()
  const { id } = useAddress().search
  const source = useMemo(() => mintSource(project._id), [project._id])
  const { data: lanes = [] } = useQuery(lanesQuery(project._id))
  const { data: collections = [] } = useQuery(choicesQuery(project._id))
  return (
    <Desk inside title={t('mints.title')} detail={id && <OpenMint key={id} id={id} />}>
      <div className="grid grid-cols-1 gap-6">
        <Lanes />
        <DataTable
          name="project-mints"
          caption="mints.title"
          columns={mintColumns}
          filters={mintFilters(lanes, collections)}
          source={source}
          keyOf={({ _id }) => _id}
          empty={NONE}
        />
      </div>
    </Desk>
  )
}
