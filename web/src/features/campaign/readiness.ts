import type { Reason, Trigger } from './api/triggers.ts'
import { isOfCode, isOfSlot } from './refusals.ts'

/**
 * Whether a claim may be pressed. `unsure`: it couldn't be tried, or not all of it could be checked, so pressing is worth a
 * try; `code`: only the code is missing; `blocked`: it would be refused.
 */
export type Readiness = 'checking' | 'ready' | 'unsure' | 'code' | 'blocked'

type Known = {
  dry: Pick<Trigger, 'output'> | undefined
  isFailed: boolean
  /** what was typed, where a code is asked for */
  code: string | undefined
}

/** CA-27, CA-36: what a dry run says. It is asked without the code, so that trying spends no tries of guessing. */
export function readinessOf({ dry, isFailed, code }: Known): Readiness {
  if (!dry) return isFailed ? 'unsure' : 'checking'
  const reasons = code === undefined ? dry.output.reasons : dry.output.reasons.filter((one) => !isOfCode(one))
  if (reasons.some((reason) => reason.code !== 'requirement_unchecked')) return 'blocked'
  if (code?.trim() === '') return 'code'
  return reasons.length > 0 ? 'unsure' : 'ready'
}

/** What stands in the way beside what is said at the slots. */
export const blocksOf = (reasons: readonly Reason[], asksCode: boolean): Reason[] =>
  reasons.filter((reason) => !isOfSlot(reason) && !(asksCode && isOfCode(reason)))
