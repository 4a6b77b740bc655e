import { focusFault } from '@talad/ui/browser/focus-fault'
import { queryClient, refetch } from '@talad/ui/client/query'
import { Picture } from '@talad/ui/components/picture'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { EditingBar, EditingTrouble, refusedField, useEditing } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { UploadCell, UploadContext } from '../payload/upload-cell.tsx'
import { CAMPAIGNS, type Campaign, campaignQuery, changeCampaign, uploadPicture } from './api.ts'
import { readTerms, toTermsDraft } from './terms-draft.ts'
import { TermsFields } from './terms-fields.tsx'

const NONE: ReadonlySet<string> = new Set()
const pictures = ['image', 'cover'] as const
const pictureTexts = { image: 'campaign.image', cover: 'theme.cover' } as const

/** Everything that is written here, as one text. */
const termsOf = (row: Campaign) => JSON.stringify(toTermsDraft(row))

/** The field of a refusal: `automint_config.blockchain` is of the first. */
export const refusedTerm = (error: unknown) => refusedField(error)?.replace('campaign.', '').split('.')[0]

/** Changes what is said of a campaign: what was typed is never lost, and nothing is written over unasked (CA-15). */
export function TermsEditor({ campaign }: { campaign: Campaign }) {
  const { mayChange } = useProject()
  const [isChecked, setChecked] = useState(false)
  const { queryKey } = campaignQuery(campaign._id)
  const editing = useEditing(campaign, {
    stampOf: ({ updated }) => updated,
    toDraft: toTermsDraft,
    save: async (draft, base, key) => {
      const read = readTerms(draft)
      if (!('terms' in read)) return base
      const { linked_campaigns: linked, ...terms } = read.terms
      // CA-14: who is linked with whom is decided anew only where that is asked for
      const isLinkedAnew = linked.toSorted().join() !== base.linked_campaigns.toSorted().join()
      const links = isLinkedAnew ? { linked_campaigns: linked } : {}
      return changeCampaign({ _id: base._id, updated: base.updated, ...terms, ...links }, key)
    },
    keep: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      void refetch(CAMPAIGNS)
    },
    again: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { draft, base, failure } = editing
  const read = readTerms(draft)
  const found = isChecked && 'wrong' in read ? read.wrong : NONE
  const refused = refusedTerm(failure)
  const save = () => {
    setChecked(true)
    if ('terms' in read) editing.save()
    else focusFault(document)
  }
  const mayWrite = mayChange('project.write')
  const upload = async (name: string, file: File) => {
    const picture = pictures.find((one) => one === name)
    if (!picture) return undefined
    const row = await uploadPicture(base._id, picture, file)
    editing.rebase(row, termsOf(row) === termsOf(base))
    return row.assets[picture]
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <EditingTrouble editing={editing} faults={found.size > 0} />
      <fieldset disabled={!mayWrite} className="contents">
        <TermsFields
          draft={draft}
          id={campaign._id}
          wrong={refused === undefined ? found : new Set([...found, refused])}
          onChange={editing.setDraft}
        />
      </fieldset>
      <UploadContext value={mayWrite ? upload : undefined}>
        <Pictures assets={campaign.assets} />
      </UploadContext>
      {mayWrite && <EditingBar editing={{ ...editing, save }} />}
    </div>
  )
}

/** CA-20: the pictures of its pages. */
function Pictures({ assets }: Pick<Campaign, 'assets'>) {
  const { t } = useText()
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t('campaign.pictures')}</h3>
      <ul className="flex flex-wrap gap-5">
        {pictures.map((name) => (
          <li key={name} className="grid w-36 gap-1">
            <Picture src={assets[name] ?? null} alt={t(pictureTexts[name])} className="rounded-md" />
            <span className="text-sm text-soft">{t(pictureTexts[name])}</span>
            <UploadCell name={name} onUploaded={() => {}} />
          </li>
        ))}
      </ul>
    </section>
  )
}
