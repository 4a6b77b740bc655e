import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { Rejection } from '@talad/shared/rejection'
import type { ContentEvent } from './content-events.ts'
import type { Content } from './content-state.ts'

type By = { id: string; by: string; version: number; now: Date }
export type ContentCommand =
  | ({
      type: 'Draft' /** of an assessment that is new */
      contentId: string
      content: AssessmentContent
    } & By)
  | ({ type: 'Publish'; requireRepass: boolean; note: string } & By)

/** MO-27, AW-4, AW-12. @throws Rejection VERSION_CONFLICT, NOTHING_TO_PUBLISH */
export function decideContent(command: ContentCommand, state: Content): ContentEvent[] {
  const { id, by, version, now: at } = command
  if (version !== state.version) {
    const details = { version: state.version, by: state.last?.by, at: state.last?.at.toISOString() }
    throw new Rejection('VERSION_CONFLICT', { field: 'version', details }) // AW-4
  }
  if (command.type === 'Draft') {
    const { contentId, content } = command
    return [{ type: 'ContentDrafted', data: { contentId, content, id, by, at } }]
  }
  if (!state.draft) throw new Rejection('NOTHING_TO_PUBLISH')
  const questionsVersion = state.questionsVersion + 1
  // MO-27: old passes stand unless they are asked to pass again
  const countsFrom = command.requireRepass || state.countsFrom === 0 ? questionsVersion : state.countsFrom
  return [
    { type: 'ContentPublished', data: { questionsVersion, countsFrom, note: command.note, id, by, at } },
  ]
}
