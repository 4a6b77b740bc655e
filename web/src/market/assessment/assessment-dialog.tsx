import type { AssessmentSession, ContentKey } from '@talad/proto/http/moderation/assessment'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useModerationText } from '../../i18n/moderation.ts'
import { syncEntrypoint } from '../reads/entrypoint.ts'
import { LoadError } from '../refusals/load-error.tsx'
import { messageOf } from '../refusals/rejection-texts.ts'
import { sessionQuery, submit } from './api.ts'
import { Education } from './education.tsx'
import { failureOf } from './failure.ts'
import { Questions } from './questions.tsx'

const titles = {
  new_seller: 'quiz.newSeller',
  new_buyer: 'quiz.newBuyer',
  new_issuer: 'quiz.newIssuer',
} as const

type Props = { content: ContentKey; onEnd: (passed: boolean) => void }

/** Pages to read, questions to answer, and on with what was asked for (M§2, WB-19). */
export default function AssessmentDialog({ content, onEnd }: Props) {
  const { t, language } = useModerationText()
  const session = useQuery(sessionQuery(content, language))
  const [isReading, setReading] = useState(true)
  const [isPassed, setPassed] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const send = useMutation({
    mutationFn: ({ of, choices }: { of: AssessmentSession; choices: readonly number[] }) =>
      submit(of, choices, crypto.randomUUID()),
    onSuccess: ({ passed, grading }) =>
      passed
        ? succeed()
        : again(t('quiz.wrong', { score: String(grading.score), total: String(grading.total) })),
    onError: (error) => again(told(error)),
  })
  function told(error: unknown): string {
    const failure = failureOf(error)
    return failure ? t(failure) : messageOf(error)
  }
  function succeed(): void {
    setPassed(true)
    void syncEntrypoint({ force: true }) // WB-14
  }
  /** WB-19: the session is read again, and one begins with the first question. Said then: no choice made meanwhile is lost. */
  async function again(why: string): Promise<void> {
    await session.refetch()
    setWrong(why)
  }
  return (
    <Dialog title={t(titles[content])} onClose={() => onEnd(isPassed)}>
      {session.isPending && <Skeleton className="h-72" />}
      {session.isError && <LoadError error={session.error} retry={() => void session.refetch()} />}
      {session.data && !isPassed && isReading && session.data.education.length > 0 && (
        <Education pages={session.data.education} onStart={() => setReading(false)} />
      )}
      {session.data && !isPassed && (!isReading || session.data.education.length === 0) && (
        <div className="grid gap-5">
          {wrong !== undefined && (
            <Notice tone="bad">
              <p role="alert">{wrong}</p>
            </Notice>
          )}
          <Questions
            key={session.dataUpdatedAt}
            questions={session.data.questions}
            busy={send.isPending || session.isFetching}
            onSubmit={(choices) => session.data && send.mutate({ of: session.data, choices })}
          />
        </div>
      )}
      {isPassed && (
        <div role="status" className="grid gap-5">
          <Notice tone="good">{t('quiz.passed')}</Notice>
          <Button onClick={() => onEnd(true)}>{t('quiz.goOn')}</Button>
        </div>
      )}
    </Dialog>
  )
}
