import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Db, inTx } from '../db.ts'
import { type GuardDeps, guardedFetch } from '../guarded-fetch.ts'
import { recurring } from '../jobs.ts'
import { isDue, readList } from './list.ts'
import { findList, keepList, noteFault } from './store.ts'

/** Of what comes, and of what an archive becomes. */
const MOST_BYTES = 20_000_000
const TIMEOUT_MS = 30_000
/** How often is looked whether a day is over, and how long after a failure at most. */
const LOOK_EVERY_MS = 10 * 60_000

const unzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

async function unpacked(body: Buffer): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  return unzip(body, { maxOutputLength: MOST_BYTES }).catch(() => {
    throw new Error('the archive is broken, or too large')
  })
}

async function fetchList(deps: GuardDeps, url: string): Promise<string[]> {
  const { body } = await guardedFetch(deps, url, {
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
    trusted: true,
  })
  return readList(await unpacked(body))
}

/**
 * AI-22: reads the list of bad domains once a day, also as a gzip archive. One that doesn't come, or is broken, changes
 * nothing: the last good one stays, and its age and the fault are told.
 */
export const refreshBlacklist = recurring<GuardDeps & { db: Db; blacklistUrl: string | undefined }>({
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
