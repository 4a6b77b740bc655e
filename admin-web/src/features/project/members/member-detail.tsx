import { Empty, Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useProject } from '../api.ts'
import { type Grant, grantsQuery } from './api.ts'
import { nameOf } from './columns.tsx'
import { GrantForm } from './grant-form.tsx'
import { PatternGrant } from './pattern-grant.tsx'
import { Revoke } from './revoke.tsx'
import { RoleSince } from './role-since.tsx'

/** Somebody of the project: what they are in it, since when, and how that ends. @param id of one of their grants */
export function OpenMember({ id }: { id: string }) {
  const { project } = useProject()
  return (
    <Loaded query={useQuery(grantsQuery(project._id))}>
      {(all) => <Opened key={id} id={id} all={all} />}
    </Loaded>
  )
}

/** Who has just lost all roles stays as they were, so that the window which took them can say that it is done. */
function Opened({ id, all }: { id: string; all: readonly Grant[] }) {
  const { t } = useText()
  const isThere = all.some(({ _id }) => _id === id)
  const [seen, setSeen] = useState(all)
  if (isThere && seen !== all) setSeen(all)
  const grant = seen.find(({ _id }) => _id === id)
  if (!grant) return <Empty title={t('member.gone')} />
  return (
    <>
      {!isThere && <Notice>{t('member.gone')}</Notice>}
      {grant.principal_type === 'account' ? (
        <Member grant={grant} all={seen} />
      ) : (
        <PatternGrant grant={grant} />
      )}
    </>
  )
}

function Member({ grant, all }: { grant: Grant; all: readonly Grant[] }) {
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
      <div>
        <h2 className="text-lg wrap-anywhere">{nameOf(grant) || t('member.who')}</h2>
        <Ident value={account} />
      </div>
      <ul className="grid gap-3">
        {own.map((one) => (
          <RoleSince key={one._id} grant={one} />
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
