import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import { useDraft } from '@talad/ui/browser/draft'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { RadioCards, TextArea } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useRef } from 'react'
import { useModerationText } from '../../../i18n/moderation.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useReport } from '../api/reports.ts'

/** M§9 */
const MOST_LETTERS = 5_000

type Words = { what: FlagClassification | undefined; notes: string }
const nothing: Words = { what: undefined, notes: '' }
const drafts = new Map<string, Words>()

type Props = { account: string; assetId: string; name: string; onClose: () => void }

/** Tells the moderators what is wrong with an asset; words are needed for `other` alone (M§5). */
export function ReportDialog({ account, assetId, name, onClose }: Props) {
  const { t } = useModerationText()
  const { draft, change, forget } = useDraft(drafts, `${account} ${assetId}`, nothing)
  const { what, notes } = draft
  const key = useRef(crypto.randomUUID())
  const report = useReport()
  const isComplete = what !== undefined && (what !== 'other' || notes.trim() !== '')
  const send = () => {
    if (!isComplete) return
    report.mutate(
      { assetId, what, notes, key: key.current },
      {
        onSuccess: () => {
          forget()
          say(t('report.done'), 'success')
          onClose()
        },
      },
    )
  }
  const options = [
    { value: 'inappropriate', label: t('report.inappropriate'), text: t('report.inappropriateText') },
    { value: 'spam', label: t('report.spam'), text: t('report.spamText') },
    { value: 'other', label: t('report.other'), text: t('report.otherText') },
  ] as const
  return (
    <Dialog onClose={onClose} title={t('report.title', { name })}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <RadioCards
          label={t('report.what')}
          value={what}
          options={options}
          onChange={(next) => change({ ...draft, what: next })}
        />
        <TextArea
          label={what === 'other' ? t('report.notes') : t('report.notesOptional')}
          hint={what === 'other' && notes.trim() === '' ? t('report.notesNeeded') : t('report.hint')}
          maxLength={MOST_LETTERS}
          value={notes}
          onChange={({ target }) => change({ ...draft, notes: target.value })}
        />
        {report.isError && (
          <Notice tone="bad">
            <p role="alert">{messageOf(report.error)}</p>
          </Notice>
        )}
        <Button type="submit" disabled={!isComplete} busy={report.isPending}>
          {t('report.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
