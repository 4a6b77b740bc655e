import { allows } from '@talad/proto/http/campaign/abilities'
import type { Project } from '@talad/proto/http/campaign/projects-admin'
import { Badge } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { ProjectContext, projectQuery } from '../features/project/api.ts'
import { Roles } from '../features/project/columns.tsx'
import { placesOf } from '../features/project/places.ts'
import { useText } from '../i18n/index.ts'
import '../i18n/project.ts'
import { Loaded } from '../ui/loaded.tsx'

function Places({ project }: { project: Project }) {
  const { t } = useText()
  return (
    <nav aria-label={t('project.places')} className="slide overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-6">
        {placesOf((ability) => allows(project.roles, ability)).map(({ to, title }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ id: project._id }}
              search={{}}
              activeOptions={{ includeSearch: false }}
              className="-mb-px flex min-h-11 items-center border-b-3 border-transparent font-semibold whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-leaf aria-[current=page]:text-ink"
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** AW-1 /projects/{id}: what all pages of a project have in common. */
export default function ProjectPage() {
  const { t } = useText()
  const { id } = useParams({ from: '/projects/$id' })
  return (
    <Loaded query={useQuery(projectQuery(id))}>
      {(project) => (
        <ProjectContext value={project}>
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <div className="grid gap-1 print:hidden">
              <Link to="/projects" search={{}} className="w-fit text-sm font-semibold text-leaf underline">
                {t('project.all')}
              </Link>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h1 className="title text-xl wrap-anywhere">{project.name}</h1>
                <Roles {...project} />
                {project.archived && <Badge tone="wait">{t('project.archived')}</Badge>}
              </div>
            </div>
            <Places project={project} />
            <Outlet />
          </div>
        </ProjectContext>
      )}
    </Loaded>
  )
}
