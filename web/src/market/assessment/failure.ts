import { FetchError, ResponseError } from '@talad/proto/http/client'
import type { ModerationKey } from '../../i18n/moderation.ts'

/** MO-23: what is said of answers that were not graded; undefined: what the refusal itself says. */
export function failureOf(error: unknown): ModerationKey | undefined {
  if (error instanceof FetchError) return undefined
  if (!(error instanceof ResponseError) || !error.problem) return 'quiz.failed'
  return error.code === 'session_not_loaded' ? 'quiz.sessionGone' : undefined
}
