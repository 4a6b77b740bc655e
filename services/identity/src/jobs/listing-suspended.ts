import { covers, rangeOf } from '@talad/proto/nft-range'
import { job, jobType } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { noticesOfSuspension } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'
import { openListingsAt } from '../replicas/listing.ts'

const about = z.object({
  /** which, and which time */
  suspension: z.string(),
  range: z.object({
    blockchain: z.string(),
    contractAddress: z.string(),
    tokenFrom: z.string(),
    tokenTo: z.string(),
  }),
  since: z.string(),
  /** hash of the last listing that was looked at */
  after: z.string(),
})
export const listingSuspended = jobType('notification.listing-suspended', about)

/** A whole collection may have a hundred thousand listings: each transaction is of so many. */
const AT_ONCE = 200

/** Tells the sellers whose open listings a suspension covers; told again by another try, they are told once. */
export const listingSuspendedJob = job<z.infer<typeof about>, Deps>(listingSuspended, {
  async run({ suspension, range, since, after }, { deps }) {
    const covering = rangeOf(range)
    const at = new Date(since)
    for (let from: string | undefined = after; from !== undefined; ) {
      const page = from
      from = await transact(deps, async (tx) => {
        const listings = await openListingsAt(tx, covering, page, AT_ONCE)
        const covered = listings.filter(({ asset: { blockchain, contract, token } }) =>
          covers(covering, { blockchain, contract: contract.toLowerCase(), tokenId: BigInt(token) }),
        )
        await give(tx, { told: covered.flatMap((one) => noticesOfSuspension(one, suspension, at)), at })
        return listings.length === AT_ONCE ? listings.at(-1)?.hash : undefined
      })
    }
  },
})
