import { privilegeAdminHttp as http } from '@talad/proto/http/campaign/privileges-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { TextArea, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { refusedField } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { fromTimerDraft, toTimerDraft } from '../timer-draft.ts'
import { TimerFields } from '../timer-fields.tsx'
import { changePrivilege, createPrivilege, PRIVILEGES, type Privilege } from './api.ts'

/** CA-78: a benefit that is to be, or what is said of one that is there. */
export function PrivilegeForm({ privilege }: { privilege?: Privilege }) {
  const { t } = useText()
  const { project, mayChange } = useProject()
  const { change } = useAddress()
  const [key] = useState(() => crypto.randomUUID())
  const [slug, setSlug] = useState(privilege?.slug ?? '')
  const [name, setName] = useState(privilege?.name ?? '')
  const [description, setDescription] = useState(privilege?.description ?? '')
  const [timer, setTimer] = useState(() => toTimerDraft(privilege?.meta_timer ?? {}))
  const [isChecked, setChecked] = useState(false)
  const read = bodyOf(http.createPrivilege).shape.privilege.safeParse({
    project_id: project._id,
    slug,
    name,
    description,
    meta_timer: fromTimerDraft(timer),
  })
  const sent = useMutation({
    mutationFn: async () => {
      if (!read.success) throw new Error('what is wrong was sent')
      const { project_id: _, ...terms } = read.data
      return privilege
        ? changePrivilege(
            { privilegeId: privilege._id, privilege: { ...terms, updated: privilege.updated } },
            key,
          )
        : createPrivilege(read.data, key)
    },
    onSuccess: ({ privilege: { _id } }) => {
      void refetch(PRIVILEGES)
      say(text('editing.saved'), 'success')
      change({ id: _id })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) sent.mutate()
    else focusFault(event.currentTarget)
  }
  const wrong = new Set(
    isChecked && !read.success ? read.error.issues.map(({ path }) => String(path.at(-1))) : [],
  )
  const refused = refusedField(sent.error)?.split('.').at(-1)
  if (refused !== undefined) wrong.add(refused)
  const fixed = !mayChange('project.manage')
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {!privilege && <h2 className="text-lg">{t('privilege.new')}</h2>}
      <fieldset disabled={fixed} className="grid gap-5">
        <TextField
          label={t('privilege.name')}
          hint={t('privilege.nameHint')}
          error={wrong.has('name') ? t('privilege.nameHint') : undefined}
          value={name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={t('privilege.slug')}
          hint={t('privilege.slugHint')}
          error={wrong.has('slug') ? t('privilege.slugHint') : undefined}
          value={slug}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setSlug(target.value.trim())}
        />
        <TextArea
          label={t('privilege.description')}
          value={description}
          rows={3}
          onChange={({ target }) => setDescription(target.value)}
        />
        <TimerFields timer={timer} wrong={wrong} onChange={setTimer} />
      </fieldset>
      {sent.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(sent.error)}</Notice>
        </div>
      )}
      {!fixed && (
        <div>
          <Button type="submit" size="small" busy={sent.isPending}>
            {t(privilege ? 'editing.save' : 'privilege.make')}
          </Button>
        </div>
      )}
    </form>
  )
}
