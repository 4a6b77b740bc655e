import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { Rejection } from '@talad/shared/rejection'

type Text = AssessmentContent['texts']['th']
/** A question as it was issued, with the place of its right choice among those that are shown. */
export type Issued = {
  question_id: string
  variation_index: number
  question: string
  choices: string[]
  correct_index: number
}
export type Answer = { variation_index: number; choice_index: number }
export type Grading = { score: number; total: number; percentage: number }

/** From 0 up to, without, `below`. */
export type Random = (below: number) => number

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random(left.length), 1))
}

/** MO-21: of each question a variation that wasn't seen, where there is one; questions and choices in another order. */
export function issue({ questions }: Text, seen: ReadonlySet<string>, random: Random): Issued[] {
  const issued = questions.map(({ id, variations }) => {
    const all = variations.map((variation, index) => ({ ...variation, index }))
    const unseen = all.filter(({ index }) => !seen.has(`${id}:${index}`))
    const from = unseen.length > 0 ? unseen : all
    const chosen = from[random(from.length)]
    if (!chosen) throw new Error(`question ${id} has no variation`)
    const order = shuffled([...chosen.choices.keys()], random)
    return {
      question_id: id,
      variation_index: chosen.index,
      question: chosen.question,
      choices: order.map((place) => chosen.choices[place] ?? ''),
      correct_index: order.indexOf(chosen.correct_index),
    }
  })
  return shuffled(issued, random)
}

/** MO-23. @throws Rejection NOT_ALL_QUESTIONS_ANSWERED, INVALID_QUESTION_ORDER, INVALID_CHOICE_INDEX */
function check(issued: readonly Issued[], answers: readonly Answer[]): void {
  if (answers.length !== issued.length)
    throw new Rejection('NOT_ALL_QUESTIONS_ANSWERED', { field: 'answers' })
  for (const [at, { variation_index }] of issued.entries())
    if (answers[at]?.variation_index !== variation_index)
      throw new Rejection('INVALID_QUESTION_ORDER', { field: `answers.${at}.variation_index` })
  for (const [at, { choices }] of issued.entries()) {
    const chosen = answers[at]?.choice_index ?? -1
    if (chosen < 0 || chosen >= choices.length)
      throw new Rejection('INVALID_CHOICE_INDEX', { field: `answers.${at}.choice_index` })
  }
}

/** MO-23, MO-24. @throws Rejection as `check` does */
export function grade(
  issued: readonly Issued[],
  answers: readonly Answer[],
  passPercentage: number,
): { grading: Grading; passed: boolean } {
  check(issued, answers)
  const total = issued.length
  const score = issued.filter(({ correct_index }, at) => answers[at]?.choice_index === correct_index).length
  const percentage = Math.round((10_000 * score) / total) / 100
  return { grading: { score, total, percentage }, passed: (100 * score) / total >= passPercentage }
}
