import { Rejection } from '@talad/shared/rejection'
import type { AccountEvent, Picture } from './events.ts'
import { type AccountState, walletsOf } from './state.ts'

/** The asset indexer has found the asset in a wallet of the person (ID-39). */
export type SetPicture = { type: 'SetPicture'; picture: Picture; now: Date }

/** The picture of this asset stands for the person no more; absent: whatever stands for them. */
export type UnsetPicture = {
  type: 'UnsetPicture'
  assetId?: string
  because: 'person' | 'left' | 'suspended'
  now: Date
}

const isTheirs = (account: AccountState, { holder }: Picture) =>
  walletsOf(account).some(({ address }) => address === holder)

const isSame = (one: Picture, other: Picture | undefined) =>
  one.url === other?.url && one.holder === other.holder && one.asset.id === other.asset.id

/** ID-39: only of what a wallet of theirs holds. @throws Rejection NOT_YOUR_ASSET */
export function setPicture({ picture, now: at }: SetPicture, account: AccountState): AccountEvent[] {
  if (!isTheirs(account, picture)) throw new Rejection('NOT_YOUR_ASSET')
  if (isSame(picture, account.picture)) return []
  return [{ type: 'ProfilePictureSet', data: { ...picture, at } }]
}

/** What is asked for late or twice, or of a picture that another one has replaced, changes nothing. */
export function unsetPicture(
  { assetId, because, now: at }: UnsetPicture,
  { picture }: AccountState,
): AccountEvent[] {
  if (!picture || (assetId !== undefined && assetId !== picture.asset.id)) return []
  return [{ type: 'ProfilePictureUnset', data: { assetId: picture.asset.id, because, at } }]
}

/** ID-39: with the wallet that held it the picture goes, too. @param account as it is after the change */
export function pictureLost(account: AccountState, at: Date): AccountEvent[] {
  const { picture } = account
  if (!picture || isTheirs(account, picture)) return []
  return [{ type: 'ProfilePictureUnset', data: { assetId: picture.asset.id, because: 'unlinked', at } }]
}
