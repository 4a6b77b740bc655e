import type { Scene } from './scene.ts'
import { accountScenes } from './scenes/account.ts'
import { assetScenes } from './scenes/asset.ts'
import { assetMoreScenes } from './scenes/asset-more.ts'
import { buyingScenes } from './scenes/buying.ts'
import { collectionScenes } from './scenes/collection.ts'
import { exploreScenes } from './scenes/explore.ts'
import { favouriteScenes } from './scenes/favourites.ts'
import { feeScenes } from './scenes/fees.ts'
import { homeScenes } from './scenes/home.ts'
import { listingScenes } from './scenes/listing.ts'
import { messageScenes } from './scenes/messages.ts'
import { moderationScenes } from './scenes/moderation.ts'
import { moneyScenes } from './scenes/money.ts'
import { networkScenes } from './scenes/network.ts'
import { personScenes } from './scenes/person.ts'
import { pictureScenes } from './scenes/picture.ts'
import { purchaseScenes } from './scenes/purchase.ts'
import { recordScenes } from './scenes/records.ts'
import { reservedScenes } from './scenes/reserved.ts'
import { sandboxScenes } from './scenes/sandbox.ts'
import { searchScenes } from './scenes/search.ts'
import { sendingScenes } from './scenes/sending.ts'
import { signingScenes } from './scenes/signing.ts'
import { tradeScenes } from './scenes/trades.ts'
import { walletScenes } from './scenes/wallets.ts'
import { entranceScenes } from './scenes/ways-in.ts'

/** Every screen in every state; a new screen comes with its scenes. */
export const scenes: readonly Scene[] = [
  ...homeScenes,
  ...collectionScenes,
  ...assetScenes,
  ...assetMoreScenes,
  ...reservedScenes,
  ...buyingScenes,
  ...listingScenes,
  ...signingScenes,
  ...tradeScenes,
  ...sendingScenes,
  ...moderationScenes,
  ...purchaseScenes,
  ...networkScenes,
  ...accountScenes,
  ...walletScenes,
  ...moneyScenes,
  ...favouriteScenes,
  ...feeScenes,
  ...recordScenes,
  ...searchScenes,
  ...exploreScenes,
  ...personScenes,
  ...pictureScenes,
  ...messageScenes,
  ...entranceScenes,
  ...sandboxScenes,
]

/** The scenes whose names begin with one of these words; all when there is none. */
export function scenesNamed(words: readonly string[]): readonly Scene[] {
  return scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)))
}
