import type { ProblemTexts } from '@talad/proto/http/problem-texts-common'
import { beforeRefusal } from '@talad/ui/client/call'
import { makeMessages } from '@talad/ui/i18n/rejections'

let texts: ProblemTexts = {}

/**
 * Fetches what refusals say, which most visits never need; a refusal waits for it. Where it can't be had, people read
 * the server's own text.
 */
export async function bringRefusals(): Promise<void> {
  texts = (await import('@talad/proto/http/problem-texts')).problemTexts
}
beforeRefusal(bringRefusals)

/** What each refusal says, by its code (WB-17). */
export const { textOfCode, messageOf } = makeMessages(() => texts, { minimum: '20', maximum: '1,999,999' })
