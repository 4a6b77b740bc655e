import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { PROJECTS, useProject } from '../api.ts'
import { roleTexts } from '../words.ts'
import { type Grant, MEMBERS, revokeRoles } from './api.ts'

/** CA-4: takes all roles of an account at once, and says what goes with them. */
export function Revoke({ account, roles }: { account: string; roles: readonly Grant[] }) {
  const { t } = useText()
  const { project } = useProject()
  const session = useSession()
  const { change } = useAddress()
  const [isAsking, setAsking] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const isOwn = session.kind === 'user' && session.accountId === account
  const isOwner = roles.some(({ role }) => role === 'owner')
  return (
    <>
      <p className="text-sm text-soft">{t('member.revokeText')}</p>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {t('member.revoke')}
      </Button>
      {isAsking && (
        <DecisionDialog
          title={t('member.revoke')}
          isDestructive
          {...(isOwner && { word: t('word.revoke') })}
          act={() => revokeRoles({ project_id: project._id, account_id: account }, key)}
          stale={isOwn ? [MEMBERS, PROJECTS] : [MEMBERS]}
          target={`${project._id}:${account}`}
          onClose={(isDone) => {
            setAsking(false)
            if (isDone) change({ id: undefined })
          }}
        >
          <p className="font-mono text-sm [overflow-wrap:anywhere]">{account}</p>
          <p className="font-semibold">{t('member.takes')}</p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {roles.map(({ _id, role }) => (
              <li key={_id}>
                {t(roleTexts[role].name)}: {t(roleTexts[role].may)}
              </li>
            ))}
            <li>{t('member.takesAppUser')}</li>
            <li>{t('member.takesKeys')}</li>
          </ul>
          <p className="text-sm text-soft">{t('member.keepsPatterns')}</p>
          {isOwn && <Notice>{t('member.revokeOwn')}</Notice>}
        </DecisionDialog>
      )}
    </>
  )
}
