import { focusFault } from '@talad/ui/browser/focus-fault'
import { queryClient, refetch } from '@talad/ui/client/query'
import { useState } from 'react'
import { EditingBar, EditingTrouble, refusedField, useEditing } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { CAMPAIGNS, type Campaign, campaignQuery, changeCampaign } from './api.ts'
import { readCampaign, toCampaignDraft } from './draft.ts'
import { CampaignFields } from './fields.tsx'

/** Changes what is said of a campaign: what was typed is never lost, and nothing is written over unasked (CA-15). */
export function TermsEditor({ campaign }: { campaign: Campaign }) {
  const { mayChange } = useProject()
  const [isChecked, setChecked] = useState(false)
  const { queryKey } = campaignQuery(campaign._id)
  const editing = useEditing(campaign, {
    stampOf: ({ updated }) => updated,
    toDraft: toCampaignDraft,
    save: async (draft, base, key) => {
      const read = readCampaign(draft)
      if (!('terms' in read)) return base
      return changeCampaign({ _id: base._id, updated: base.updated, ...read.terms }, key)
    },
    keep: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void refetch(CAMPAIGNS)
    },
    again: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { draft, setDraft, failure } = editing
  const read = readCampaign(draft)
  const wrong = new Set(isChecked && 'wrong' in read ? read.wrong : [])
  const refused = refusedField(failure)?.split('.').at(-1)
  if (refused !== undefined) wrong.add(refused)
  const save = () => {
    setChecked(true)
    if ('terms' in read) editing.save()
    else focusFault(document)
  }
  const mayWrite = mayChange('project.write')
  return (
    <div className="grid grid-cols-1 gap-6">
      <EditingTrouble editing={editing} faults={wrong.size > 0} />
      <fieldset disabled={!mayWrite} className="contents">
        <CampaignFields draft={draft} wrong={wrong} onChange={setDraft} />
      </fieldset>
      {mayWrite && <EditingBar editing={{ ...editing, save }} />}
    </div>
  )
}
