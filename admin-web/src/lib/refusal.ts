import { ResponseError } from '@talad/proto/http/client'
import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { beforeRefusal } from '@talad/ui/client/call'
import { makeMessages } from '@talad/ui/i18n/rejections'

let rows: RejectionTable = {}

/** Fetches what refusals say: a refusal waits for it, and where it can't be had the server's own text is shown. */
export async function bringRefusals(): Promise<void> {
  rows = (await import('./rejections.ts')).rejections
}
beforeRefusal(bringRefusals)

export const { messageOf, textOfCode } = makeMessages(() => rows)

/** The refused code; undefined for everything that is no refusal. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ResponseError ? error.code : undefined
}
