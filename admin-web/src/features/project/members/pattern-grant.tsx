import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { useProject } from '../api.ts'
import { type Grant, MEMBERS, revokeRoles } from './api.ts'
import { RoleSince } from './role-since.tsx'

/** CA-3: everybody whom a pattern means; it is taken by itself. Of an app user nobody knows the account (ID-41). */
export function PatternGrant({ grant }: { grant: Grant }) {
  const { t } = useText()
  const { project, can } = useProject()
  const { change } = useAddress()
  const [key, setKey] = useState<string>()
  const isAppUser = grant.principal_type === 'app_user'
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-lg">{t(isAppUser ? 'member.appUser' : 'member.pattern')}</h2>
        <Ident value={grant.principal_id} />
      </div>
      <p className="text-sm text-soft">{t(isAppUser ? 'member.appUserText' : 'member.patternText')}</p>
      <ul>
        <RoleSince grant={grant} />
      </ul>
      {can('project.edit') && (
        <div>
          <Button size="small" look="danger" onClick={() => setKey(crypto.randomUUID())}>
            {t(isAppUser ? 'member.revoke' : 'member.revokePattern')}
          </Button>
        </div>
      )}
      {key !== undefined && (
        <DecisionDialog
          title={t(isAppUser ? 'member.revoke' : 'member.revokePattern')}
          act={() => revokeRoles({ project_id: project._id, _id: grant._id }, key)}
          stale={[MEMBERS]}
          target={grant._id}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone) change({ id: undefined })
          }}
        >
          <p className="font-mono text-sm [overflow-wrap:anywhere]">{grant.principal_id}</p>
          {!isAppUser && <p>{t('member.revokePatternText')}</p>}
        </DecisionDialog>
      )}
    </div>
  )
}
