import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { createProject, type NewProject, PROJECTS } from './api.ts'
import { readProject, toDraft } from './project-draft.ts'
import { ProjectFields } from './project-fields.tsx'

/** CA-5: opens a project, whose owner is who does. */
export function NewProjectForm() {
  const { t } = useText()
  const navigate = useNavigate()
  const [key] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(toDraft)
  const [isChecked, setChecked] = useState(false)
  const read = readProject(draft)
  const wrong = isChecked && 'wrong' in read ? read.wrong : new Set<string>()
  const sent = useMutation({
    mutationFn: (project: NewProject) => createProject(project, key),
    onSuccess: ({ _id }) => {
      void refetch(PROJECTS)
      say(text('project.opened'), 'success')
      void navigate({ to: '/projects/$id/overview', params: { id: _id } })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if ('terms' in read) sent.mutate(read.terms)
    else focusFault(event.currentTarget)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <h2 className="text-lg">{t('project.new')}</h2>
      <p className="text-sm text-soft">{t('project.newText')}</p>
      <ProjectFields draft={draft} wrong={wrong} onChange={setDraft} />
      {sent.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(sent.error)}</Notice>
        </div>
      )}
      {wrong.size > 0 && <Notice tone="bad">{t('editing.faults')}</Notice>}
      <div>
        <Button type="submit" busy={sent.isPending}>
          {t('project.open')}
        </Button>
      </div>
    </form>
  )
}
