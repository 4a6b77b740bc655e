import { ResponseError } from '@talad/proto/http/client'
import type { CreditFlow } from '@talad/proto/http/ledger'
import { type CreditFilter, readCredit } from '../api/credit.ts'

/** The most that one call answers. */
const PAGE = 100
const LONGEST_WAIT_S = 60

/** Asks again when the site asks to go slower; a long statement is many calls. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ResponseError) || error.status !== 429) throw error
      const wait = Math.min(error.retryAfterSeconds ?? 1, LONGEST_WAIT_S) * 1_000
      await new Promise((resolve) => window.setTimeout(resolve, wait))
      signal.throwIfAborted()
    }
  }
}

/**
 * Reads every movement of a filter, however many pages these are, the newest first.
 * @param tell hears how many have been read
 * @throws AbortError when it is given up, ResponseError and FetchError
 */
export async function readAll(
  filter: CreditFilter,
  tell: (read: number) => void,
  signal: AbortSignal,
): Promise<CreditFlow[]> {
  const flows: CreditFlow[] = []
  let cursor: string | undefined
  do {
    const asked = cursor
    const page = await patiently(() => readCredit(filter, { cursor: asked, size: PAGE }, signal), signal)
    flows.push(...page.list)
    tell(flows.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return flows
}
