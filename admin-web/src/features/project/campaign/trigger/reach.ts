import type { reach } from '@talad/proto/http/campaign/campaign-shapes'
import type { z } from 'zod'

export type ReachPage = z.output<typeof reach>
type Count = ReachPage['union']

/** What was counted page by page, together; what could not be counted is never none. */
function together(counts: readonly Count[], isWhole: boolean): Count {
  const known = counts.flatMap(({ accounts }) => accounts ?? [])
  if (known.length === 0) return { accounts: null, kind: 'unknown' }
  const isExact = isWhole && counts.every(({ kind }) => kind === 'exact')
  return {
    accounts: known.reduce((sum, one) => sum + one, 0),
    kind: isExact ? 'exact' : 'at_least',
  }
}

/** The counts of all pages so far: as long as there are more of them each is "at least". */
export function sumReach(pages: readonly ReachPage[]) {
  const last = pages.at(-1)
  if (!last) return undefined
  const isWhole = last.nextCursor === null
  return {
    isWhole,
    progress: last.progress,
    union: together(
      pages.map(({ union }) => union),
      isWhole,
    ),
    slots: last.slots.map(({ slotId, tag }) => ({
      slotId,
      tag,
      ...together(
        pages.flatMap(({ slots }) => slots.filter((slot) => slot.slotId === slotId)),
        isWhole,
      ),
    })),
  }
}
