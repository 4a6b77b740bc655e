import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useProject } from '../api.ts'
import { CAMPAIGNS, createCampaign } from './api.ts'
import { type CampaignTerms, readTerms, toTermsDraft } from './terms-draft.ts'
import { refusedTerm } from './terms-editor.tsx'
import { TermsFields } from './terms-fields.tsx'

/** CA-10: a campaign that is to be; it gives nothing until a model of it is published. */
export function NewCampaign() {
  const { t } = useText()
  const { project } = useProject()
  const navigate = useNavigate()
  const { _id: id } = project
  const [key] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(toTermsDraft)
  const [isChecked, setChecked] = useState(false)
  const read = readTerms(draft)
  const sent = useMutation({
    mutationFn: (terms: CampaignTerms) => createCampaign({ ...terms, project_id: id }, key),
    onSuccess: ({ _id: campaign }) => {
      void refetch(CAMPAIGNS)
      say(text('virtual.made'), 'success')
      void navigate({ to: '/projects/$id/campaigns/$campaign', params: { id, campaign }, search: {} })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if ('terms' in read) sent.mutate(read.terms)
    else focusFault(event.currentTarget)
  }
  const wrong = new Set(isChecked && 'wrong' in read ? read.wrong : [])
  const refused = refusedTerm(sent.error)
  if (refused !== undefined) wrong.add(refused)
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
      <p className="text-sm text-soft">{t('campaign.newText')}</p>
      <TermsFields draft={draft} wrong={wrong} onChange={setDraft} />
      {(sent.error || wrong.size > 0) && (
        <div role="alert">
          <Notice tone="bad">{sent.error ? messageOf(sent.error) : t('editing.faults')}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" busy={sent.isPending}>
          {t('campaign.make')}
        </Button>
      </div>
    </form>
  )
}
