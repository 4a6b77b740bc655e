import { problemTexts } from '@talad/proto/http/problem-texts'
import { makeMessages } from '@talad/ui/i18n/rejections'

/** What each refusal says, by its code (WB-17). */
export const { textOfCode, messageOf } = makeMessages(problemTexts, { minimum: '20', maximum: '1,999,999' })
