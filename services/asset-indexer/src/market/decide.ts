/** An order as far as it bears on what an asset costs. */
export type OrderFacts = {
  status: string
  inactive: boolean
  start: Date
  /** the display end (OB-25) */
  end: Date
}

const OPEN = new Set(['offchain', 'validated', 'filled'])

/** OB-2: can anything still be bought of it? */
export function isOpen(status: string): boolean {
  return OPEN.has(status)
}

/**
 * GW-29: does it count as an active listing or offer now, and when will that change by the clock alone?
 * @returns `changesAt` undefined: never by the clock alone
 */
export function standing(order: OrderFacts, now: Date): { live: boolean; changesAt: Date | undefined } {
  if (!isOpen(order.status) || order.inactive || now >= order.end)
    return { live: false, changesAt: undefined }
  if (now < order.start) return { live: false, changesAt: order.start }
  return { live: true, changesAt: order.end }
}

/** M§5: which message wins: the higher revision; the same one again says nothing new. */
export function isNewer(revision: number, stored: number | undefined): boolean {
  return stored === undefined || revision > stored
}
