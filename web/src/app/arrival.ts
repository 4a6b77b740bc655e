import { text } from '../i18n/index.ts'
import { bringRefusals, textOfCode } from '../market/refusals/rejection-texts.ts'

/**
 * WB-3: what to say about errorCode and errorMessage of an address. Anybody can craft such a link, so what is said is the
 * catalogue's text of a code that we know, and never a text of the address.
 */
export async function arrivalMessage(search: {
  errorCode?: string | undefined
  errorMessage?: string | undefined
}): Promise<string | undefined> {
  const { errorCode: code, errorMessage: message } = search
  if (code === undefined && message === undefined) return undefined
  await bringRefusals().catch(() => {})
  return (code === undefined ? undefined : textOfCode(code)) ?? text('error.arrival')
}

/** WB-3: what else an address says; its error is said once. */
export function withoutError<S extends { errorCode?: unknown; errorMessage?: unknown }>(search: S) {
  const { errorCode: _code, errorMessage: _message, ...rest } = search
  return rest
}
