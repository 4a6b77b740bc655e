import { type LiveReads, startLive } from '@talad/ui/client/live'
import type { Session } from '@talad/ui/session/session'
import { keys } from './query-keys.ts'

const GATHER_MS = 300
/** Orders are of everybody, and so there are many. */
const GATHER_ORDERS_MS = 2_000

const reads: LiveReads = {
  open: { names: [], gatherMs: GATHER_MS },
  shipping: {
    names: [
      ...[keys.shipping, keys.shippings, keys.asset, keys.holders, keys.orders, keys.events],
      keys.balances,
    ],
    gatherMs: GATHER_MS,
  },
  balance: { names: [keys.balances, keys.credit], gatherMs: GATHER_MS },
  order: { names: [keys.orders, keys.asset, keys.assets, keys.events], gatherMs: GATHER_ORDERS_MS },
  // What was missed is unknown.
  reset: { names: Object.values(keys), gatherMs: GATHER_MS },
}

/** Keeps the screens of whoever is signed in up to date, beginning with `now`. */
export function startLiveReads(now: Session): void {
  startLive(now, reads)
}
