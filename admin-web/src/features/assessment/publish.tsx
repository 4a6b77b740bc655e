import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp, type ContentState } from '@talad/proto/http/moderation/assessment-admin'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { ASSESSMENTS, publishDraft } from './api.ts'
import { keyTexts } from './words.ts'

type Props = {
  contentKey: ContentKey
  state: ContentState
  onDone: (state: ContentState) => void
  onClose: () => void
}

/** AW-12, MO-27: with or without asking those again who have passed; asking again stops them all, so it is typed (AW-3). */
export function Publish({ contentKey, state, onDone, onClose }: Props) {
  const { t } = useText()
  const [isAgain, setAgain] = useState(false)
  const key = useRef(crypto.randomUUID())
  const isFirst = state.questions_version === 0
  return (
    <DecisionDialog
      title={t('assessment.publish')}
      {...(isAgain ? { word: t('word.publish') } : {})}
      reason={reasonOf(assessmentAdminHttp.publishAssessmentContent)}
      act={async (note) => {
        const about = { content_key: contentKey, version: state.version, require_repass: isAgain, note }
        onDone(await publishDraft(about, `${key.current}-${isAgain}`))
      }}
      stale={[ASSESSMENTS]}
      target={contentKey}
      onClose={onClose}
    >
      <p>{t('assessment.publishText', { title: t(keyTexts[contentKey]) })}</p>
      {!isFirst && (
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            checked={isAgain}
            onChange={({ target }) => setAgain(target.checked)}
            className="mt-1 size-4 shrink-0 accent-leaf"
          />
          <span>
            <span className="block font-medium">{t('assessment.repass')}</span>
            <span className="block text-sm text-soft">{t('assessment.repassText')}</span>
          </span>
        </label>
      )}
    </DecisionDialog>
  )
}
