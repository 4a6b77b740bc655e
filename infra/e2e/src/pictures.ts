import type { Person } from '@talad/dev/seed/site'
import { type Asset, getAsset } from '@talad/proto/http/asset-indexer/assets'
import { myProfile } from '@talad/proto/http/identity/profile'
import { setProfilePicture } from '@talad/proto/http/identity/profile-picture'
import type { Order } from '@talad/proto/http/order-book/orders'
import { onceHeard } from './people.ts'

/** What an order is of, as queries name it. */
export function placeOf({ basic }: Order) {
  const { contract, token } = basic.asset
  return { bc: contract.blockchain, ad: contract.address, ti: token.id }
}

export const assetOf = (person: Person, order: Order): Promise<Asset> =>
  person.call(getAsset, { query: placeOf(order) })

/** The picture that stands for somebody; null: none. */
export const shownAs = async (person: Person): Promise<string | null> =>
  (await person.call(myProfile, {})).profilePictureUrl

/** Shows somebody by what they hold, once there is a picture of it. @returns the picture */
export async function beShownBy(person: Person, asset_id: string): Promise<string> {
  const codes = ['picture_not_ready', 'not_your_asset', 'not_found']
  const { profilePictureUrl } = await onceHeard(codes, () =>
    person.call(setProfilePicture, { body: { asset_id } }),
  )
  return profilePictureUrl ?? ''
}
