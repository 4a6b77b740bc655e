import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Names } from '@talad/proto/http/campaign/payload/substitute'
import { Tabs } from '@talad/ui/components/tabs'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { PayloadChanges } from './changes.tsx'
import type { PayloadDraft } from './draft.ts'
import type { Faults } from './faults.ts'
import { PayloadForm, wholeOf } from './form.tsx'
import { PayloadPreview } from './preview.tsx'
import { RawPayload } from './raw.tsx'

type View = 'form' | 'raw' | 'preview' | 'changes'

type Props = {
  /** of what it was begun on: what is loaded anew is written anew */
  stamp: string
  draft: PayloadDraft
  inherited: Payload | undefined
  faults: Faults
  names: Names
  /** what is published, and what would be; undefined: there is nothing published yet */
  compared: { before: object; after: object } | undefined
  mayWrite: boolean
  onChange: (draft: PayloadDraft) => void
  onReadable: (isReadable: boolean) => void
}

/** A payload by its fields, as JSON, as people will see it, and beside what is published. */
export function PayloadEditor(props: Props) {
  const { stamp, draft, inherited, faults, names, compared, mayWrite, onChange, onReadable } = props
  const { t } = useText()
  const [view, setView] = useState<View>('form')
  const tabs = [
    { value: 'form', text: t('payload.fields') },
    { value: 'raw', text: t('payload.json') },
    { value: 'preview', text: t('payload.preview') },
    ...(compared ? [{ value: 'changes' as const, text: t('payload.changes') }] : []),
  ] as const
  const show = (next: View) => {
    // what could not be read is not kept: the fields say what is
    onReadable(true)
    setView(next)
  }
  return (
    <Tabs label={t('payload.views')} value={view} tabs={tabs} onChange={show}>
      <fieldset disabled={!mayWrite} className="contents">
        {view === 'form' && (
          <PayloadForm draft={draft} inherited={inherited} faults={faults} onChange={onChange} />
        )}
        {view === 'raw' && (
          <RawPayload key={stamp} draft={draft} faults={faults} onChange={onChange} onReadable={onReadable} />
        )}
      </fieldset>
      {view === 'preview' && <PayloadPreview payload={wholeOf(draft, inherited)} names={names} />}
      {view === 'changes' && compared && <PayloadChanges {...compared} />}
    </Tabs>
  )
}
