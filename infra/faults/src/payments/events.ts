/** What can happen to a card payment, once each. */
export const KINDS = ['callback', 'redirect', 'poll', 'cancel', 'expiry'] as const
export type Kind = (typeof KINDS)[number]

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    permutations(items.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  )
}

/** All 120 orders of the five. */
export const orders: readonly (readonly Kind[])[] = permutations(KINDS)

/** What the card provider does, and how the rest of the system is at that time. */
export type Variant = {
  name: string
  /** what the provider decides */
  choice: 'success' | 'fail' | 'cancel'
  /** it decides just before it calls back; else before anything happens */
  lateChoice?: boolean
  /** copies of the callback, sent at once */
  callbacks?: number
  /** the ledger is away while the five happen, and does its work afterwards */
  ledgerAway?: boolean
  /** the five happen at the same moment, in no order */
  atOnce?: boolean
}

/** What happens side by side: the ledger is there or away for all, and all take turns or none do. */
export const waves: readonly (readonly Variant[])[] = [
  [
    { name: 'paid-first', choice: 'success' },
    { name: 'paid-late', choice: 'success', lateChoice: true, callbacks: 3 },
    { name: 'failed', choice: 'fail' },
    { name: 'canceled', choice: 'cancel', lateChoice: true },
  ],
  [{ name: 'ledger-away', choice: 'success', ledgerAway: true }],
  [{ name: 'at-once', choice: 'success', atOnce: true }],
]

export type End = 'shipped' | 'refunded' | 'untouched'

/** How it has to end, by the rules alone: SP-4, SP-19, SP-21, SP-23. Undefined: either, but exactly one. */
export function endOf(order: readonly Kind[], variant: Variant): End | 'either' {
  if (variant.choice !== 'success') return 'untouched'
  if (variant.atOnce) return 'either'
  let known = !variant.lateChoice
  let confirmed = false
  for (const kind of order) {
    if (kind === 'callback') known = true
    if (kind === 'cancel') {
      // paid by then, it can't be canceled any more; still on its way to escrow, it comes back
      if (!confirmed || variant.ledgerAway) return 'refunded'
    } else if (kind === 'expiry') {
      if (!confirmed) return 'refunded'
    } else if (known) confirmed = true
  }
  return 'shipped'
}
