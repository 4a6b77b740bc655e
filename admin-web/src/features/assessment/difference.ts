import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'

/** `where`: pass_percentage, a page by its number, or a question by its id and the number of the variation. */
export type Difference = { where: readonly string[]; before: string | undefined; after: string | undefined }

type Line = [string, { where: string[]; text: string }]

function linesOf({ pass_percentage, texts }: AssessmentContent): Map<string, Line[1]> {
  const line = (where: string[], text: string): Line => [where.join(' '), { where, text }]
  const ofLanguage = (['th', 'en'] as const).flatMap((language) => {
    const { education, questions } = texts[language] ?? { education: [], questions: [] }
    const pages = education.map(({ title, body, image }, at) =>
      line([language, 'page', String(at + 1)], [title, body, ...(image ? [image] : [])].join('\n')),
    )
    const asked = questions.flatMap(({ id, variations }) =>
      variations.map(({ question, choices, correct_index: right }, at) => {
        const shown = choices.map((choice, place) => `${place === right ? '✓' : '–'} ${choice}`)
        return line([language, 'question', id, String(at + 1)], [question, ...shown].join('\n'))
      }),
    )
    return [...pages, ...asked]
  })
  return new Map([line(['percentage'], String(pass_percentage)), ...ofLanguage])
}

/** AW-12: what a draft changes of what is published. */
export function differences(before: AssessmentContent | null, after: AssessmentContent | null): Difference[] {
  const [old, now] = [before, after].map((content) =>
    content ? linesOf(content) : new Map<string, Line[1]>(),
  )
  if (!old || !now) return []
  return [...new Map([...old, ...now])].flatMap(([name, { where }]) => {
    const [was, is] = [old.get(name)?.text, now.get(name)?.text]
    return was === is ? [] : [{ where, before: was, after: is }]
  })
}
