import { roles } from '@talad/proto/http/campaign/abilities'
import type { ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { Badge } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useText } from '../../../i18n/index.ts'
import type { Column, Filter } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import { roleTexts } from '../words.ts'
import type { Grant } from './api.ts'

export function RoleBadge({ role }: Pick<ProjectPermission, 'role'>) {
  const { t } = useText()
  return <Badge tone={role === 'owner' ? 'good' : 'calm'}>{t(roleTexts[role].name)}</Badge>
}

/** What identity says of somebody: a name, else what else there is, all of it masked. */
export function nameOf({ links }: Pick<Grant, 'links'>): string {
  const profiles = links.map(({ identity_provider_profile: profile }) => profile)
  const said = profiles.flatMap((one) => one.displayName ?? one.nameTH ?? one.phoneNumber ?? [])
  return said[0] ?? profiles.flatMap(({ walletAddress }) => walletAddress ?? [])[0] ?? ''
}

const principalTexts = { app_user: 'member.appUser', idp_link_pattern: 'member.pattern' } as const

/** Whom a grant is for. */
export function Who(grant: Grant) {
  const { t } = useText()
  const session = useSession()
  const { principal_type, principal_id } = grant
  const isOwn = session.kind === 'user' && session.accountId === principal_id
  const name = nameOf(grant)
  return (
    <span className="[overflow-wrap:anywhere]">
      {name || principal_id}
      {isOwn && ` · ${t('member.you')}`}
      {name && <span className="block font-mono text-xs font-normal text-soft">{principal_id}</span>}
      {principal_type !== 'account' && (
        <span className="block text-xs font-normal text-soft">{t(principalTexts[principal_type])}</span>
      )}
    </span>
  )
}

export const memberColumns: readonly Column<Grant>[] = [
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
