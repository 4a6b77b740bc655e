import { suspendedOf } from '@talad/market/suspensions'
import { job, jobType } from '@talad/shared/jobs'
import { z } from 'zod'
import { picturesAt } from '../account/pictures.ts'
import type { Deps } from '../deps.ts'
import { takePicture } from '../picture/take.ts'

const contract = z.object({ blockchain: z.string(), contractAddress: z.string() })
export const pictureSuspended = jobType('picture.suspended', contract)

const AT_ONCE = 200

/** MO-7: has the pictures go that are of something suspended in a contract, as it is known now. */
export const pictureSuspendedJob = job<z.infer<typeof contract>, Deps>(pictureSuspended, {
  async run(about, { deps }) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const pictures = await picturesAt(deps.db, about, after, AT_ONCE)
      for (const { accountId, assetId } of await suspendedOf(deps.db, pictures))
        await takePicture(deps, accountId, { assetId, because: 'suspended' })
      after = pictures.length === AT_ONCE ? pictures.at(-1)?.accountId : undefined
    }
  },
})
