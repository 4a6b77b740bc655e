import type { Reach } from './api.ts'

type Counted = Reach['union']

/** CA-16: each account is on one page alone, so pages are added; what one of them couldn't count is not known of all. */
function added(one: Counted, other: Counted): Counted {
  const accounts =
    one.accounts === null && other.accounts === null ? null : (one.accounts ?? 0) + (other.accounts ?? 0)
  const kind = one.kind === other.kind ? one.kind : 'at_least'
  return { accounts, kind }
}

/** What pages say together. */
export function summed(before: Reach | undefined, page: Reach): Reach {
  if (!before) return page
  return {
    ...page,
    slots: page.slots.map((slot, at) => ({ ...slot, ...added(before.slots[at] ?? slot, slot) })),
    union: added(before.union, page.union),
  }
}

/** Until the last page is read nobody knows whether there are more. */
export const kindOf = ({ kind }: Counted, isLast: boolean): Counted['kind'] =>
  kind === 'exact' && !isLast ? 'at_least' : kind
