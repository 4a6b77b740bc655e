import { useText } from '../../../i18n/index.ts'
import { Moment } from '../../../ui/moment.tsx'
import { roleTexts } from '../words.ts'
import type { Grant } from './api.ts'
import { RoleBadge } from './columns.tsx'

/** A role: what it lets somebody do, and since when. */
export function RoleSince({ grant: { role, created } }: { grant: Grant }) {
  const { t } = useText()
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3 text-sm">
      <span>
        <RoleBadge role={role} />
      </span>
      <span>{t(roleTexts[role].may)}</span>
      <span className="text-soft">
        {t('member.since')} <Moment at={created} />
      </span>
    </li>
  )
}
