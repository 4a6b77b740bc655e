import type { CollectionCheck, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import { Rejection } from '@talad/shared/rejection'

export type Verdict = {
  verification: VerificationState
  checks: readonly CollectionCheck[]
  evidence: string
}

/**
 * AI-8: a collection is verified by what was checked and on what evidence; the other verdicts check nothing.
 * @throws Rejection VALIDATION
 */
export function verdictOf({ verification, checks, evidence }: Verdict): Verdict {
  const isVerified = verification === 'verified'
  if (checks.length > 0 !== isVerified) throw new Rejection('VALIDATION', { field: 'checks' })
  if (isVerified && evidence === '') throw new Rejection('VALIDATION', { field: 'evidence' })
  return { verification, checks: [...new Set(checks)], evidence }
}

/** An answer is promised within 72 hours. */
const ANSWERED_WITHIN_MS = 72 * 60 * 60_000

/** Until when who has asked for a verification is to have an answer. */
export const answerDue = (askedAt: Date) => new Date(askedAt.getTime() + ANSWERED_WITHIN_MS)

/** @throws Rejection VALIDATION where it was asked for later than now */
export function requireAsked(askedAt: Date, now: Date): void {
  if (askedAt > now) throw new Rejection('VALIDATION', { field: 'asked' })
}
