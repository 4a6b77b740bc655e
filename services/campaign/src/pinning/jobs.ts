import { inTx } from '@talad/shared/db'
import { job, recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { askAgain, findPin, pinDue, savePin } from './pins.ts'

type PinDeps = Pick<Deps, 'db' | 'pinning'>

const SOON_MS = 30_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A thing that is new on the net is found soon, or takes its time. */
const pauseOf = (ageMs: number) => Math.min(Math.max(ageMs / 2, SOON_MS), HOUR_MS)

/**
 * Has the pinning service keep what a payload names. It is asked what it knows before it is told anything: an answer that
 * was lost makes no second request.
 */
export const pinJob = job<{ cid: string; projectId: string }, PinDeps>(pinDue, {
  maxRetryMs: 10 * 60_000,
  async run({ cid, projectId }, { deps: { db, pinning }, now }) {
    const pin = await findPin(db, cid)
    if (!pinning || !pin || pin.status === 'pinned') return
    const known = await pinning.find(cid)
    // what fails while it is waited for has its day's rest first
    const isNew = known === 'failed' && (pin.status === 'asked' || pin.status === 'failed')
    const status = known === undefined || isNew ? await pinning.add(cid, projectId) : known
    await savePin(db, cid, status, now)
    if (status === 'pinned' || status === 'failed') return
    return new Date(now.getTime() + pauseOf(now.getTime() - pin.created.getTime()))
  },
})

/** What failed is asked for again after a day, and what was named while no service was set once there is one. */
export const pinAgain = recurring<PinDeps>({
  name: 'payload.pin-again',
  everyMs: HOUR_MS,
  async run({ deps: { db, pinning }, now }) {
    if (pinning) await inTx(db, (tx) => askAgain(tx, new Date(now.getTime() - DAY_MS), now))
  },
})
