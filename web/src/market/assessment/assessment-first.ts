import { assessmentHttp, type ContentKey } from '@talad/proto/http/moderation/assessment'
import { call } from '@talad/ui/client/call'
import { pass } from './assessment.ts'

/**
 * Asks for an assessment that is to do before something takes minutes and would be refused at its end. Where its state
 * can't be read the server decides. @returns false: the person has left it
 */
export async function passFirst(key: ContentKey): Promise<boolean> {
  const status = await call(assessmentHttp.assessmentStatus, {}).catch(() => undefined)
  return !status?.todo.includes(key) || pass(key)
}
