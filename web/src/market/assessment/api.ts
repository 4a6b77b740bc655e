import {
  type AssessmentSession,
  assessmentHttp,
  type ContentKey,
} from '@talad/proto/http/moderation/assessment'
import { call } from '@talad/ui/client/call'
import type { Language } from '@talad/ui/i18n/language'
import { queryOptions } from '@tanstack/react-query'

/** The questions, the same until they are answered wrongly (MO-22). */
export const sessionQuery = (key: ContentKey, language: Language) =>
  queryOptions({
    queryKey: ['assessment', key],
    queryFn: ({ signal }) =>
      call(assessmentHttp.assessmentSession, { query: { content_key: key, language } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** @param choices the place of what was chosen, of each question */
export function submit(session: AssessmentSession, choices: readonly number[], key: string) {
  const { content_id, questions_version, language, questions } = session
  const answers = questions.map(({ variation_index }, at) => ({
    variation_index,
    choice_index: choices[at] ?? -1,
  }))
  const body = { content_id, questions_version, language, answers }
  return call(assessmentHttp.submitAssessment, { body }, { idempotencyKey: key })
}
