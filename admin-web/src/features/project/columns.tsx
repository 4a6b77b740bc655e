import type { Project } from '@talad/proto/http/campaign/projects-admin'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { roleTexts } from './words.ts'

/** What somebody is in a project. */
export function Roles({ roles }: Pick<Project, 'roles'>) {
  const { t } = useText()
  if (roles.length === 0) return <Badge>{t('project.staff')}</Badge>
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={role} tone="good">
          {t(roleTexts[role].name)}
        </Badge>
      ))}
    </span>
  )
}

export const projectColumns: readonly Column<Project>[] = [
  { key: 'name', title: 'project.name', cell: ({ name }) => name, csv: ({ name }) => name },
  { key: 'slug', title: 'project.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    key: 'roles',
    title: 'project.own',
    cell: (project) => <Roles {...project} />,
    csv: ({ roles }) => roles.join(' '),
  },
  {
    key: 'created',
    title: 'project.created',
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
  {
    key: 'updated',
    title: 'col.updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} age />,
    csv: ({ updated }) => updated,
  },
  { key: 'id', title: 'project.id', usuallyHidden: true, cell: ({ _id }) => _id, csv: ({ _id }) => _id },
]

export const projectFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'archived',
    label: 'project.which',
    all: 'project.inUse',
    options: [{ value: '1', label: 'project.archivedOnes' }],
  },
]
