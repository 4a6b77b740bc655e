import { isSuspended, lockContract } from '@talad/market/suspensions'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import type { Picture } from '../account/events.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { pictureCheck } from './due.ts'

/**
 * ID-39: has a picture stand for a person, and it be looked after once it does: the asset may have left while this was
 * under way, and the news of it have come before.
 * @returns the asset whose picture stood for them until now
 * @throws Rejection NOT_YOUR_ASSET, ASSET_SUSPENDED
 */
export async function putPicture(deps: Deps, accountId: string, picture: Picture): Promise<string | null> {
  const { blockchain, contract: contractAddress, token: tokenId } = picture.asset
  return transact(deps, async (tx) => {
    const now = deps.now()
    await lockContract(tx, { blockchain, contractAddress }, 'trade')
    if (await isSuspended(tx, { blockchain, contractAddress, tokenId }))
      throw new Rejection('ASSET_SUSPENDED') // MO-7
    const { before } = await changeIn(tx, accounts, accountId, { type: 'SetPicture', picture, now }, now)
    await pictureCheck.enqueue(tx, [{ payload: { accountId }, key: accountId, at: now }])
    return before.picture?.asset.id ?? null
  })
}
