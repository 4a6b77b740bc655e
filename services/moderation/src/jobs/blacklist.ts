import { inTx } from '@talad/shared/db'
import { type GuardDeps, guardedFetch } from '@talad/shared/guarded-fetch'
import { recurring } from '@talad/shared/jobs'
import { isDue, readList } from '../blacklist/list.ts'
import { findList, keepList, noteFault } from '../blacklist/store.ts'
import type { Deps } from '../deps.ts'

const LIMITS = { maxBytes: 20_000_000, timeoutMs: 30_000 }
/** How often is looked whether a day is over, and how long after a failure at most. */
const LOOK_EVERY_MS = 10 * 60_000

async function fetchList(deps: GuardDeps, url: string): Promise<string[]> {
  return readList((await guardedFetch(deps, url, { ...LIMITS, trusted: true })).body)
}

/**
 * AI-22: reads the list of bad domains once a day. One that doesn't come, or is broken, changes nothing: the last good one
 * stays, and its age and the fault are told.
 */
export const refreshBlacklist = recurring<Pick<Deps, 'db' | 'resolve' | 'blacklistUrl'>>({
  name: 'blacklist.refresh',
  everyMs: LOOK_EVERY_MS,
  async run({ deps, now }) {
    const { db, blacklistUrl: url } = deps
    if (url === undefined || !isDue(await findList(db), url, now)) return
    const domains = await fetchList(deps, url).catch(async (error: Error) => {
      await noteFault(db, { url, fault: error.message, now })
      throw error
    })
    await inTx(db, (tx) => keepList(tx, { url, domains, now }))
  },
})
