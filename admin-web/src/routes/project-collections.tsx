import { buttonClass } from '@talad/ui/components/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { collectionSource } from '../features/project/virtual/api.ts'
import { collectionColumns } from '../features/project/virtual/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

const NONE = 'virtual.noCollections'

/** AW-1 /projects/{id}/collections: its virtual collections. */
export default function ProjectCollectionsPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { project, mayChange } = useProject()
  const { _id: id } = project
  const source = useMemo(() => collectionSource(id), [id])
  return (
    <Desk
      inside
      title={t('virtual.collections')}
      aside={
        mayChange('project.write') && (
          <Link
            to="/projects/$id/collections/$collection"
            params={{ id, collection: 'new' }}
            search={{}}
            className={buttonClass('primary', 'small')}
          >
            {t('virtual.newCollection')}
          </Link>
        )
      }
    >
      <DataTable
        name="project-collections"
        caption="virtual.collections"
        columns={collectionColumns}
        source={source}
        keyOf={({ _id }) => _id}
        empty={NONE}
        onOpen={(collection) =>
          void navigate({
            to: '/projects/$id/collections/$collection',
            params: { id, collection },
            search: {},
          })
        }
      />
    </Desk>
  )
}
