import { appointStaff } from '@talad/dev/seed/admins'
import { type Person, signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import type { System } from '@talad/e2e/system'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { newId } from '@talad/shared/ids'

/** Of an assessment that no trade of the story asks for. */
const content_key = 'new_issuer'

/**
 * An assessment is written, answered wrongly and refused. Its choices are shown to who is asked, and kept for moderators;
 * nobody else has anything to say of them.
 * @returns a word that stands in the right choice alone
 */
export async function askSomething({ run }: System, person: Person): Promise<string> {
  await appointStaff(run)
  const right = `right-${newId(new Date())}`
  const admin = await signIn(run, 'demo-prapha')
  const variations = [{ question: 'ข้อใด', choices: [right, 'ข้ออื่น'], correct_index: 0 }]
  const texts = { th: { education: [], questions: [{ id: 'first', variations }] } }
  const { version } = await onceHeard(['permission_required'], () =>
    admin.call(assessmentAdminHttp.setAssessmentContent, {
      body: { content_key, content: { pass_percentage: 100, texts }, version: 0 },
    }),
  )
  const publish = { content_key, version, require_repass: false, note: 'asked' } as const
  await admin.call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
  const asked = await person.call(assessmentHttp.assessmentSession, { query: { content_key } })
  const { content_id, questions_version, language, questions } = asked
  const answer = (choice_index: number) =>
    person.call(assessmentHttp.submitAssessment, {
      body: {
        content_id,
        questions_version,
        language,
        answers: questions.map(({ variation_index }) => ({ variation_index, choice_index })),
      },
    })
  await answer(9).catch(() => undefined)
  const wrong = questions[0]?.choices.findIndex((choice) => choice !== right) ?? 0
  const { passed } = await answer(wrong)
  if (passed) throw new Error('a wrong answer was taken for the right one')
  return right
}
