import { z } from 'zod'
import { address, blockchain, decimalString, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { pictureShown } from './profile-picture.ts'

/** Path of a picture that we have made ourselves: every site serves it, and no other host can be named (ID-39). */
const mediaPath = z
  .string()
  .regex(/^\/media\/[0-9a-f]{64}\.webp$/, 'must be the path of a media file of ours')

export const profilePictureInternalHttp = {
  /** ID-39: the market has looked who holds the asset; identity takes nothing but a picture of ours. */
  saveProfilePicture: endpoint({
    name: 'saveProfilePicture',
    service: 'identity',
    method: 'POST',
    path: `${base.identity}/account/my/profile-picture`,
    auth: { kind: 'internal' },
    summary: 'Have a picture of ours stand for a person, of an asset that a wallet of theirs holds',
    body: z.object({
      account_id: objectId.describe('the person'),
      url: mediaPath.describe('path of the picture'),
      holder: address.describe('the wallet that holds the asset, lower case'),
      asset: z
        .object({
          id: objectId.describe('id of the asset'),
          blockchain: blockchain.describe('name of the blockchain'),
          contract: address.describe('address of the contract, lower case'),
          token: decimalString.describe('token id, decimal'),
        })
        .describe('whose picture it is'),
    }),
    status: 200,
    response: pictureShown,
    errors: ['validation', 'not_your_asset', 'asset_suspended'],
  }),
}
