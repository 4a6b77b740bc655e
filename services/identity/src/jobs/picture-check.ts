import { job } from '@talad/shared/jobs'
import { heldFor } from '../account/pictures.ts'
import type { Deps } from '../deps.ts'
import { pictureCheck } from '../picture/due.ts'
import { takePicture } from '../picture/take.ts'

/**
 * ID-39: asks who holds an asset now, and has the picture go where its wallet does no more. What was heard of a transfer
 * is only why it is asked: it may be late, come twice or be taken back.
 */
export const pictureCheckJob = job<{ accountId: string }, Deps>(pictureCheck, {
  async run({ accountId }, { deps }) {
    const held = await heldFor(deps.db, accountId)
    if (!held || (await deps.owners.holds(held.holder, held.assetId))) return
    await takePicture(deps, accountId, { assetId: held.assetId, because: 'left' })
  },
})
