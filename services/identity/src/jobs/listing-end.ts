import { job, jobType } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { noticesOfListing } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'
import { findListing } from '../replicas/listing.ts'

export const listingEnd = jobType('notification.listing-end', z.object({ hash: z.string() }))

/** At the end of a listing: tells its seller, unless it was sold or taken back before. */
export const listingEndJob = job<{ hash: string }, Deps>(listingEnd, {
  async run({ hash }, { deps, now }) {
    await transact(deps, async (tx) => {
      const listing = await findListing(tx, hash)
      if (listing) await give(tx, { told: noticesOfListing(listing, now), at: listing.endsAt })
    })
  },
})
