import { Button } from '@talad/ui/components/button'
import { useNavigate } from '@tanstack/react-router'
import { projectSource } from '../features/project/api.ts'
import { projectColumns, projectFilters } from '../features/project/columns.tsx'
import { NewProjectForm } from '../features/project/new-project.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a project: one that is to be. */
const NEW = 'new'
const NONE = 'projects.none'

/** AW-1 /projects: those in which somebody has a role; all of them for staff. */
export default function ProjectsPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const navigate = useNavigate()
  const { search, change } = useAddress()
  const isNew = search.id === NEW && can('project.create')
  return (
    <Desk
      title={t('projects.title')}
      detail={isNew ? <NewProjectForm /> : undefined}
      aside={
        can('project.create') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('project.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="projects"
        caption="projects.title"
        columns={projectColumns}
        filters={projectFilters}
        source={projectSource}
        keyOf={({ _id }) => _id}
        empty={NONE}
        onOpen={(id) => void navigate({ to: '/projects/$id/overview', params: { id } })}
      />
    </Desk>
  )
}
