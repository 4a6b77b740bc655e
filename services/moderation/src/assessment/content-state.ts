import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import type { ContentEvent } from './content-events.ts'

/** One assessment as its authors see it. */
export type Content = {
  version: number
  contentId: string | undefined
  draft: AssessmentContent | undefined
  published: AssessmentContent | undefined
  questionsVersion: number
  countsFrom: number
  last: { id: string; by: string; at: Date } | undefined
}

export const nothing: Content = {
  version: 0,
  contentId: undefined,
  draft: undefined,
  published: undefined,
  questionsVersion: 0,
  countsFrom: 0,
  last: undefined,
}

export function evolve(state: Content, { type, data }: ContentEvent): Content {
  const known = { ...state, version: state.version + 1, last: { id: data.id, by: data.by, at: data.at } }
  if (type === 'ContentDrafted')
    return { ...known, contentId: state.contentId ?? data.contentId, draft: data.content }
  const { questionsVersion, countsFrom } = data
  return { ...known, published: state.draft, questionsVersion, countsFrom }
}
