import { coveredOf, suspendedOf, toldRange } from '@talad/market/suspensions'
import { rangeOf } from '@talad/proto/nft-range'
import type { Queryable, Tx } from '@talad/shared/db'
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
  /** it has ended; absent in what was asked for before that was told */
  isOver: z.boolean().default(false),
  reason: z.string().default(''),
  range: toldRange,
  since: z.string(),
  /** hash of the last listing that was looked at */
  after: z.string(),
})
export const listingSuspended = jobType('notification.listing-suspended', about)

type Open = Awaited<ReturnType<typeof openListingsAt>>[number]

/** MO-4: those that no other suspension covers; what is known of the one that ended may be older than its end. */
async function freeOf(tx: Tx, listings: readonly Open[], ended: string): Promise<Open[]> {
  const items = listings.map((listing) => ({ listing, ...itemOf(listing) }))
  const still = new Set((await suspendedOf(tx, items, ended)).map(({ listing }) => listing))
  return listings.filter((listing) => !still.has(listing))
}

const itemOf = ({ asset: { blockchain, contract, token } }: Open) => ({
  blockchain,
  contractAddress: contract.toLowerCase(),
  tokenId: token,
})

/**
 * How often sellers were told that each was suspended. Of several suspensions that end at once, each is found to be the last:
 * what is told of the end is the same then, and told once.
 */
async function timesTold(tx: Tx, listings: readonly Open[]): Promise<Map<string, string>> {
  const told = await tx.query<{ hash: string; times: string }>(
    `select l.hash, count(n.id)::text as times
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as l (hash, account_id, contract, token)
       left join notification n on n.account_id = l.account_id and n.kind = 'listing_suspended'
         and n.asset->>'contract' = l.contract and n.asset->>'token' = l.token
      group by l.hash`,
    [
      listings.map(({ hash }) => hash),
      listings.map(({ accountId }) => accountId),
      listings.map(({ asset: { contract } }) => contract),
      listings.map(({ asset: { token } }) => token),
    ],
  )
  return new Map(told.rows.map(({ hash, times }) => [hash, times]))
}

const SOON_MS = 500

/** Whether what is known of suspensions goes as far as this time of this one: others of its contract that came before are known as well. */
async function isKept(db: Queryable, id: string, revision: string): Promise<boolean> {
  const found = await db.query(
    'select from suspension_replica where suspension_id = $1 and revision >= $2::bigint',
    [id, revision],
  )
  return found.rowCount === 1
}

/** A whole collection may have a hundred thousand listings: each transaction is of so many. */
const AT_ONCE = 200

/**
 * Tells the sellers whose open listings a suspension covers, and again when it has ended, unless another one covers them; told
 * again by another try, they are told once.
 */
export const listingSuspendedJob = job<z.infer<typeof about>, Deps>(listingSuspended, {
  async run({ suspension, isOver, reason, range, since, after }, { deps, now }) {
    const [id = '', revision = '0'] = suspension.split('-')
    if (isOver && !(await isKept(deps.db, id, revision))) return new Date(now.getTime() + SOON_MS)
    const covering = rangeOf(range)
    const at = new Date(since)
    for (let from: string | undefined = after; from !== undefined; ) {
      const page = from
      from = await transact(deps, async (tx) => {
        const listings = await openListingsAt(tx, covering, page, AT_ONCE)
        const items = listings.map((listing) => ({ listing, ...itemOf(listing) }))
        const covered = (await coveredOf(tx, items, [covering])).map(({ listing }) => listing)
        const told = isOver ? await freeOf(tx, covered, id) : covered
        const times = isOver ? await timesTold(tx, told) : undefined
        const about = (hash: string) => ({
          suspension: times ? `over-${times.get(hash)}` : suspension,
          isOver,
          reason,
        })
        await give(tx, { told: told.flatMap((one) => noticesOfSuspension(one, about(one.hash), at)), at })
        return listings.length === AT_ONCE ? listings.at(-1)?.hash : undefined
      })
    }
    return undefined
  },
})
