import type { Scene } from './scene.ts'
import { accountScenes } from './scenes/account.ts'
import { assetScenes } from './scenes/asset.ts'
import { buyingScenes } from './scenes/buying.ts'
import { campaignScenes } from './scenes/campaign.ts'
import { findingScenes } from './scenes/finding.ts'
import { listingScenes } from './scenes/listing.ts'
import { marketScenes } from './scenes/market.ts'
import { messageScenes } from './scenes/messages.ts'
import { moneyScenes } from './scenes/money.ts'
import { purchaseScenes } from './scenes/purchase.ts'
import { securityScenes } from './scenes/security.ts'
import { tradeScenes } from './scenes/trades.ts'
import { useScenes } from './scenes/use.ts'
import { virtualScenes } from './scenes/virtual.ts'
import { wayScenes } from './scenes/ways.ts'

/** Every screen in every state; a new screen comes with its scenes. */
export const scenes: readonly Scene[] = [
  ...marketScenes,
  ...findingScenes,
  ...assetScenes,
  ...buyingScenes,
  ...listingScenes,
  ...tradeScenes,
  ...purchaseScenes,
  ...accountScenes,
  ...securityScenes,
  ...wayScenes,
  ...moneyScenes,
  ...messageScenes,
  ...virtualScenes,
  ...campaignScenes,
  ...useScenes,
]

/** The scenes whose names begin with one of these words; all when there is none. */
export function scenesNamed(words: readonly string[]): readonly Scene[] {
  return scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))
}
