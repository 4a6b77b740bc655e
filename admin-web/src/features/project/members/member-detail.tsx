import type { ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { Button } from '@talad/ui/components/button'
import { Empty, Notice } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PROJECTS, useProject } from '../api.ts'
import { roleTexts } from '../words.ts'
import { grantsQuery, MEMBERS, revokeRoles } from './api.ts'
import { RoleBadge } from './columns.tsx'
import { GrantForm } from './grant-form.tsx'

/** Somebody of the project: what they are in it, since when, and how that ends. @param id of one of their grants */
export function OpenMember({ id }: { id: string }) {
  const { t } = useText()
  const { project } = useProject()
  return (
    <Loaded query={useQuery(grantsQuery(project._id))}>
      {(all) => {
        const grant = all.find(({ _id }) => _id === id)
        if (!grant) return <Empty title={t('member.gone')} />
        return <Member grant={grant} all={all} />
      }}
    </Loaded>
  )
}

function Member({ grant, all }: { grant: ProjectPermission; all: readonly ProjectPermission[] }) {
  const { t } = useText()
  const { mayChange, can } = useProject()
  const account = grant.principal_id
  const own = all.filter(({ principal_id }) => principal_id === account)
  const held = own.map(({ role }) => role)
  const isOwner = held.includes('owner')
  const isLastOwner =
    isOwner && !all.some(({ role, principal_id }) => role === 'owner' && principal_id !== account)
  return (
    <div className="grid gap-5">
      <h2 className="text-base">
        <Ident value={account} />
      </h2>
      <ul className="grid gap-3">
        {own.map(({ _id, role, created }) => (
          <li key={_id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
            <span>
              <RoleBadge role={role} />
            </span>
            <span>{t(roleTexts[role].may)}</span>
            <span className="text-soft">
              {t('member.since')} <Moment at={created} />
            </span>
          </li>
        ))}
      </ul>
      {mayChange('project.edit') && <GrantForm key={held.join(' ')} account={account} held={held} />}
      {can('project.edit') && (
        <section className="grid justify-items-start gap-3 border-t border-line pt-4">
          <h3 className="text-base">{t('member.revoke')}</h3>
          {isLastOwner ? (
            <Notice>{t('member.lastOwner')}</Notice>
          ) : isOwner && !can('project.own') ? (
            <Notice>{t('member.ownersRevoke')}</Notice>
          ) : (
            <Revoke account={account} roles={own} />
          )}
        </section>
      )}
    </div>
  )
}

function Revoke({ account, roles }: { account: string; roles: readonly ProjectPermission[] }) {
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
            <li>{t('member.takesKeys')}</li>
          </ul>
          <p className="text-sm text-soft">{t('member.keepsPatterns')}</p>
          {isOwn && <Notice>{t('member.revokeOwn')}</Notice>}
        </DecisionDialog>
      )}
    </>
  )
}
