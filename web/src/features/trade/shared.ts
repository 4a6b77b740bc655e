export type Shared = 'fill.shareText' | 'fill.shareSold' | 'offer.shareText'

/** What is said to others of a trade by whoever has just made it; undefined: nothing to tell. */
export function sharedOf(ended: string, isBuy: boolean): Shared | undefined {
  if (ended === 'offered') return 'offer.shareText'
  if (ended !== 'filled') return undefined
  return isBuy ? 'fill.shareText' : 'fill.shareSold'
}
