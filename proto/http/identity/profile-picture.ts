import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const user = { kind: 'user' } as const

export const pictureShown = z.object({
  profilePictureUrl: z
    .string()
    .nullable()
    .describe('path of the picture that stands for the person now; null: none'),
  replaced: objectId
    .nullable()
    .describe('id of the asset whose picture stood for them until now; null: none. To take it back'),
})

/** The picture goes by itself when the asset leaves the wallet that held it, or is suspended (ID-39). */
export const setProfilePicture = endpoint({
  name: 'setProfilePicture',
  service: 'asset-indexer',
  method: 'POST',
  path: `${base.user}/utility/profile-picture`,
  auth: user,
  summary:
    'Have the picture of an asset that a wallet of the caller holds stand for them; again and again with the same result',
  body: z.object({ asset_id: objectId.describe('id of the asset') }),
  status: 200,
  response: pictureShown,
  errors: ['not_found', 'not_your_asset', 'asset_suspended', 'picture_not_ready', 'unavailable'],
  limit: 'write',
})

export const unsetProfilePicture = endpoint({
  name: 'unsetProfilePicture',
  service: 'identity',
  method: 'POST',
  path: `${base.identity}/account/my/profile-picture/unset`,
  auth: user,
  summary: 'Take the picture back that stands for the caller; again and again with the same result',
  status: 200,
  response: pictureShown,
  limit: 'write',
})
