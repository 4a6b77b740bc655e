import { ResponseError } from '@talad/proto/http/client'
import { problemTexts } from '@talad/proto/http/problem-texts'
import { adminProblemTexts } from '@talad/proto/http/problem-texts-admin'
import { makeMessages } from '@talad/ui/i18n/rejections'

const texts = { ...problemTexts, ...adminProblemTexts }

export const { messageOf, textOfCode } = makeMessages(() => texts)

/** The refused code; undefined for everything that is no refusal. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ResponseError ? error.code : undefined
}
