import { recurring } from '@talad/shared/jobs'
import { DAY_MS } from '@talad/shared/local-time'
import { workOnProof } from '../books/record.ts'
import type { Deps } from '../deps.ts'
import { nextAt } from './local-clock.ts'

/** 00:30 in Thailand: the snapshots of the day are written, and few people buy. */
const PROOF_MINUTE = 30
/** A stretch of a proof: as long as a service may take to end. */
const STRETCH_MS = 2_000
/** While withdrawals are frozen: who has mended something needn't wait for the night. */
const FROZEN_MS = 60 * 60_000

/** LG-17: proves the books every night, and freezes withdrawals where anything differs. */
export const proofJob = recurring<Deps>({
  name: 'books.proof',
  everyMs: DAY_MS,
  maxRetryMs: 60_000,
  async run({ deps, now }) {
    const { isDone, faults, found } = await workOnProof(deps.db, now, performance.now() + STRETCH_MS)
    if (!isDone) return now
    if (faults === 0) return nextAt(PROOF_MINUTE, now)
    deps.log.error({ faults, found: found.slice(0, 10) }, 'the books do not add up: withdrawals are frozen')
    return new Date(now.getTime() + FROZEN_MS)
  },
})
