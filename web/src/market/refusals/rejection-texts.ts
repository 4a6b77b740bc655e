import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { beforeRefusal } from '@talad/ui/client/call'
import { makeMessages } from '@talad/ui/i18n/rejections'

let rows: RejectionTable = {}

/**
 * Fetches what refusals say, which most visits never need; a refusal waits for it. Where it can't be had, people read
 * the server's own text.
 */
export async function bringRefusals(): Promise<void> {
  rows = (await import('./shop-rejections.ts')).rejections
}
beforeRefusal(bringRefusals)

/** What each refusal says, by its code (WB-17). */
export const { textOfCode, messageOf } = makeMessages(() => rows)
