import { capitalised } from '@talad/ui/i18n/rejections'
import { text } from '../i18n/index.ts'
import { textOfCode } from '../lib/rejection-texts.ts'

const LONGEST_MESSAGE = 200

/**
 * WB-3: what to say about errorCode and errorMessage of an address. Anybody can craft such a link, so its message counts
 * only beside a code that we know, as plain text of at most 200 characters.
 */
export function arrivalMessage(search: {
  errorCode?: string | undefined
  errorMessage?: string | undefined
}): string | undefined {
  const { errorCode: code, errorMessage: message } = search
  if (code === undefined && message === undefined) return undefined
  const known = code === undefined ? undefined : textOfCode(code)
  if (known === undefined) return text('error.title')
  return message ? capitalised(message.slice(0, LONGEST_MESSAGE)) : known
}
