import { GENESIS } from '@talad/shared/hash-chain'
import { z } from 'zod'

const count = z.coerce.bigint()

/** A head of the hash chain: how many transfers lie under it. */
export const headSchema = z.object({ transfers: count, hash: z.string() })
export type Head = z.infer<typeof headSchema>

/** How far a proof of the books has come, and what it has found; kept between its pieces. */
export const progressSchema = z.object({
  /**
   * `chain`: link by link; `totals`: what is left of the chain, and all flows counted, in one look; then account by
   * account and hold by hold
   */
  phase: z.enum(['chain', 'totals', 'accounts', 'holds', 'done']),
  /** the link that was followed last */
  head: headSchema,
  /** flows that the links cover so far */
  flows: count,
  accounts: z.int(),
  holds: z.int(),
  /** where the accounts or holds go on */
  after: z.tuple([z.string(), z.string()]),
  /** a head that was published before and must still be there */
  published: headSchema.optional(),
  /** how many faults there are, and the first of them, each in one line */
  faults: z.int(),
  found: z.array(z.string()),
})
export type Progress = z.infer<typeof progressSchema>

/** @param published a head that lies outside this database too: the chain must still lead over it */
export function beginProof(published?: Head): Progress {
  return {
    phase: 'chain',
    head: { transfers: 0n, hash: GENESIS },
    flows: 0n,
    accounts: 0,
    holds: 0,
    after: ['', ''],
    ...(published && { published }),
    faults: 0,
    found: [],
  }
}

/** Enough to see what is wrong; a thousand accounts that differ have one reason. */
const TOLD = 100

/** The progress with more faults. */
export function withFaults(progress: Progress, faults: readonly string[]): Progress {
  return {
    ...progress,
    faults: progress.faults + faults.length,
    found: [...progress.found, ...faults].slice(0, TOLD),
  }
}

/** The phase that follows, from its beginning. */
export function nextPhase(progress: Progress, phase: Progress['phase']): Progress {
  return { ...progress, phase, after: ['', ''] }
}
