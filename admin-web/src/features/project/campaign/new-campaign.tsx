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
import { refusedField } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { CAMPAIGNS, createCampaign } from './api.ts'
import { type CampaignTerms, readCampaign, toCampaignDraft } from './draft.ts'
import { CampaignFields } from './fields.tsx'

/** A campaign that is to be; what it asks for and gives is drawn next. */
export function NewCampaign() {
  const { t } = useText()
  const { project } = useProject()
  const { _id: id } = project
  const navigate = useNavigate()
  const [key] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(() => toCampaignDraft())
  const [isChecked, setChecked] = useState(false)
  const read = readCampaign(draft)
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
  const refused = refusedField(sent.error)?.split('.').at(-1)
  if (refused !== undefined) wrong.add(refused)
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
      <CampaignFields draft={draft} wrong={wrong} onChange={setDraft} />
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
