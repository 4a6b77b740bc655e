import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { patiently } from '@talad/ui/client/patiently'
import { type CreditFilter, readCredit } from '../api/credit.ts'

/** The most that one call answers. */
const PAGE = 100

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
