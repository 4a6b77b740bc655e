import { roles } from '@talad/proto/http/campaign/abilities'
import type { ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { Badge } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useText } from '../../../i18n/index.ts'
import type { Column, Filter } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import { roleTexts } from '../words.ts'

export function RoleBadge({ role }: Pick<ProjectPermission, 'role'>) {
  const { t } = useText()
  return <Badge tone={role === 'owner' ? 'good' : 'calm'}>{t(roleTexts[role].name)}</Badge>
}

/** Whom a grant is for. */
export function Who({ principal_id }: Pick<ProjectPermission, 'principal_id'>) {
  const { t } = useText()
  const session = useSession()
  const isOwn = session.kind === 'user' && session.accountId === principal_id
  return (
    <span className="[overflow-wrap:anywhere]">
      {principal_id}
      {isOwn && ` · ${t('member.you')}`}
    </span>
  )
}

export const memberColumns: readonly Column<ProjectPermission>[] = [
  {
    key: 'who',
    title: 'member.who',
    cell: (grant) => <Who {...grant} />,
    csv: ({ principal_id }) => principal_id,
  },
  { key: 'role', title: 'member.role', cell: (grant) => <RoleBadge {...grant} />, csv: ({ role }) => role },
  {
    key: 'created',
    title: 'member.since',
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
]

export const memberFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'role',
    label: 'member.role',
    options: roles.map((value) => ({ value, label: roleTexts[value].name })),
  },
]
