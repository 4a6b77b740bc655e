import type { AssessmentSession } from '@talad/proto/http/moderation/assessment'
import { Button } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { useState } from 'react'
import { useModerationText } from '../../i18n/moderation.ts'

type Props = { pages: AssessmentSession['education']; onStart: () => void }

/** What is to be known, a page at a time (M§2). */
export function Education({ pages, onStart }: Props) {
  const { t } = useModerationText()
  const [at, setAt] = useState(0)
  const page = pages[at]
  const isLast = at === pages.length - 1
  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">{t('quiz.page', { at: String(at + 1), of: String(pages.length) })}</p>
      {page?.image && <Picture src={page.image} alt="" className="rounded-md" />}
      <h3 className="text-lg">{page?.title}</h3>
      <p className="whitespace-pre-line">{page?.body}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('quiz.back')}
        </Button>
        <Button onClick={() => (isLast ? onStart() : setAt(at + 1))}>
          {isLast ? t('quiz.start') : t('quiz.next')}
        </Button>
      </div>
    </div>
  )
}
