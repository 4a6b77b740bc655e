import { type AssessmentContent, assessmentContent } from '@talad/proto/http/moderation/assessment-admin'

/** What is being written, as it stands in the fields; `key` tells fields apart while they are moved. */
export type Draft = { percentage: string; texts: { th: DraftText; en: DraftText | undefined } }
export type DraftText = { education: DraftPage[]; questions: DraftQuestion[] }
export type DraftPage = { key: string; title: string; body: string; image: string }
export type DraftQuestion = { key: string; id: string; variations: DraftVariation[] }
export type DraftVariation = {
  key: string
  question: string
  choices: { key: string; text: string }[]
  /** place of the right choice; undefined: it isn't marked yet (AW-12) */
  correct: number | undefined
}
export type DraftLanguage = keyof Draft['texts']

export const MOST = { pages: 20, questions: 30, variations: 10, choices: 6 } as const
export const FEWEST_CHOICES = 2

const newKey = () => crypto.randomUUID()

export const newPage = (): DraftPage => ({ key: newKey(), title: '', body: '', image: '' })
export const newChoice = (text = '') => ({ key: newKey(), text })
export const newVariation = (): DraftVariation => ({
  key: newKey(),
  question: '',
  correct: undefined,
  choices: Array.from({ length: 3 }, () => newChoice()),
})

/** A question with an id that none of the others has. */
export function newQuestion(others: readonly DraftQuestion[]): DraftQuestion {
  const taken = new Set(others.map(({ id }) => id))
  let number = others.length + 1
  while (taken.has(`q${number}`)) number += 1
  return { key: newKey(), id: `q${number}`, variations: [newVariation()] }
}

const emptyText = (): DraftText => ({ education: [newPage()], questions: [newQuestion([])] })

function toText({ education, questions }: AssessmentContent['texts']['th']): DraftText {
  return {
    education: education.map((page) => ({ ...page, key: newKey(), image: page.image ?? '' })),
    questions: questions.map(({ id, variations }) => ({
      key: newKey(),
      id,
      variations: variations.map(({ question, choices, correct_index: correct }) => ({
        key: newKey(),
        question,
        correct,
        choices: choices.map(newChoice),
      })),
    })),
  }
}

/** What is written, to be changed; an empty form where nothing is. */
export function toDraft(content: AssessmentContent | null): Draft {
  if (!content) return { percentage: '100', texts: { th: emptyText(), en: undefined } }
  const { th, en } = content.texts
  return { percentage: String(content.pass_percentage), texts: { th: toText(th), en: en && toText(en) } }
}

const fromText = ({ education, questions }: DraftText) => ({
  education: education.map(({ title, body, image }) => ({ title, body, image: image.trim() || null })),
  questions: questions.map(({ id, variations }) => ({
    id,
    variations: variations.map(({ question, choices, correct }) => ({
      question,
      choices: choices.map(({ text }) => text),
      correct_index: correct ?? -1,
    })),
  })),
})

const written = ({ percentage, texts: { th, en } }: Draft) => ({
  pass_percentage: Number(percentage.trim() || Number.NaN),
  texts: { th: fromText(th), ...(en && { en: fromText(en) }) },
})

/** Whether two forms say the same. */
export const isSame = (a: Draft, b: Draft) => JSON.stringify(written(a)) === JSON.stringify(written(b))

/** What is wrong, by the path of the field in the contract's own shape: `texts.th.questions.0.variations.0.question`. */
export type Faults = ReadonlyMap<string, 'unmarked' | 'wrong'>

/** What was typed, by the contract's own rules; the right choice of each question has to be marked (AW-12). */
export function readDraft(draft: Draft): { content: AssessmentContent } | { faults: Faults } {
  const read = assessmentContent.safeParse(written(draft))
  if (read.success) return { content: read.data }
  const faults = read.error.issues.map(({ path }): [string, 'unmarked' | 'wrong'] => [
    path.join('.'),
    path.at(-1) === 'correct_index' ? 'unmarked' : 'wrong',
  ])
  return { faults: new Map(faults) }
}

/** A list with one of its items changed, left out (undefined), or moved. */
export const changedAt = <T>(list: readonly T[], at: number, item: T | undefined): T[] =>
  list.flatMap((one, place) => (place !== at ? [one] : item === undefined ? [] : [item]))

export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...list]
  const [item] = next.splice(at, 1)
  if (item !== undefined) next.splice(at + by, 0, item)
  return next
}

/** One choice less; the mark stays with what it marks. */
export function withoutChoice(variation: DraftVariation, at: number): DraftVariation {
  const { correct, choices } = variation
  const marked = correct === undefined || correct === at ? undefined : correct > at ? correct - 1 : correct
  return { ...variation, choices: changedAt(choices, at, undefined), correct: marked }
}
