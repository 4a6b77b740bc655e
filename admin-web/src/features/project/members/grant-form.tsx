import { type Role, roles } from '@talad/proto/http/campaign/abilities'
import { objectId } from '@talad/proto/http/common'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { RadioCards, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { useProject } from '../api.ts'
import { roleTexts } from '../words.ts'
import { grantRole, MEMBERS } from './api.ts'

type Props = {
  /** somebody who has a role already */
  account?: string
  /** what they have */
  held?: readonly Role[]
}

/** CA-1: gives an account a role; that of an owner only owners give. */
export function GrantForm({ account, held = [] }: Props) {
  const { t } = useText()
  const { project, can } = useProject()
  const { change } = useAddress()
  const [key] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(account ?? '')
  const [role, setRole] = useState<Role>()
  const [isChecked, setChecked] = useState(false)
  const open = roles.filter((one) => !held.includes(one) && (one !== 'owner' || can('project.own')))
  const read = objectId.safeParse(typed.trim().toLowerCase())
  const sent = useMutation({
    mutationFn: (about: { account_id: string; role: Role }) =>
      grantRole({ project_id: project._id, ...about }, key),
    onSuccess: async ({ permission }) => {
      say(text('member.given'), 'success')
      setRole(undefined)
      await refetch(MEMBERS)
      change({ id: permission._id })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success && role) sent.mutate({ account_id: read.data, role })
    else focusFault(event.currentTarget)
  }
  if (open.length === 0) return null
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {account === undefined ? (
        <>
          <h2 className="text-lg">{t('member.new')}</h2>
          <TextField
            label={t('member.account')}
            hint={t('member.accountHint')}
            error={isChecked && !read.success ? t('member.accountWrong') : undefined}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      ) : (
        <h3 className="text-base">{t('member.another')}</h3>
      )}
      <RadioCards
        label={t('member.role')}
        value={role}
        options={open.map((value) => ({
          value,
          label: t(roleTexts[value].name),
          text: t(roleTexts[value].may),
        }))}
        onChange={setRole}
      />
      {!can('project.own') && <p className="text-sm text-soft">{t('member.ownersOnly')}</p>}
      {isChecked && !role && (
        <p role="alert" className="text-sm text-chili">
          {t('member.roleNeeded')}
        </p>
      )}
      {sent.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(sent.error)}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" size="small" busy={sent.isPending}>
          {t('member.give')}
        </Button>
      </div>
    </form>
  )
}
