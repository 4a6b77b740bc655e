import { type Role, roles } from '@talad/proto/http/campaign/abilities'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { RadioCards, TextField } from '@talad/ui/components/field'
import { Segmented } from '@talad/ui/components/segmented'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { useProject } from '../api.ts'
import { roleTexts } from '../words.ts'
import { grantRole, MEMBERS } from './api.ts'
import { type Kind, type Principal, principalOf } from './principal.ts'

/** CA-3: a pattern may mean many, so that it lets nobody do more than write. */
const byPattern: readonly Role[] = ['editor', 'minter', 'viewer']

const kindTexts = {
  account: { label: 'member.account', hint: 'member.accountHint', wrong: 'member.accountWrong' },
  appUser: { label: 'member.appUser', hint: 'member.appUserHint', wrong: 'member.appUserWrong' },
  pattern: { label: 'member.pattern', hint: 'member.patternHint', wrong: 'member.patternWrong' },
} as const

type Props = {
  /** somebody who has a role already */
  account?: string
  /** what they have */
  held?: readonly Role[]
}

/** CA-1 to CA-3: gives an account, an app user, or whoever a pattern means, a role; that of an owner only owners give. */
export function GrantForm({ account, held = [] }: Props) {
  const { t } = useText()
  const { project, can } = useProject()
  const { change } = useAddress()
  const [key] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<Kind>('account')
  const [typed, setTyped] = useState(account ?? '')
  const [chosen, setChosen] = useState<Role>()
  const [isChecked, setChecked] = useState(false)
  const open = (kind === 'pattern' ? byPattern : roles).filter(
    (one) => !held.includes(one) && (one !== 'owner' || can('project.own')),
  )
  const role = open.find((one) => one === chosen)
  const principal = principalOf(kind, typed)
  const texts = kindTexts[kind]
  const sent = useMutation({
    mutationFn: grantRoleOf(project._id, key),
    onSuccess: async ({ permission }) => {
      say(text('member.given'), 'success')
      setChosen(undefined)
      await refetch(MEMBERS)
      change({ id: permission._id })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (principal && role) sent.mutate({ ...principal, role })
    else focusFault(event.currentTarget)
  }
  if (open.length === 0) return null
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {account === undefined ? (
        <>
          <h2 className="text-lg">{t('member.new')}</h2>
          <Segmented
            label={t('member.kind')}
            value={kind}
            options={[
              { value: 'account', text: t('member.byAccount') },
              { value: 'appUser', text: t('member.byAppUser') },
              { value: 'pattern', text: t('member.byPattern') },
            ]}
            onChange={setKind}
          />
          <TextField
            label={t(texts.label)}
            hint={t(texts.hint)}
            error={isChecked && !principal ? t(texts.wrong) : undefined}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
          {kind === 'pattern' && <p className="text-sm text-soft">{t('member.patternText')}</p>}
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
        onChange={setChosen}
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

type Asked = Principal & { role: Role }
const grantRoleOf = (project_id: string, key: string) => (asked: Asked) =>
  grantRole({ project_id, ...asked }, key)
