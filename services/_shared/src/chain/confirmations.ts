import { z } from 'zod'

/**
 * The setting of every service that asks when a block is final: one default for all, so that what one of them takes for
 * final another does too.
 */
export const confirmationsSetting = z.coerce
  .number()
  .int()
  .min(1)
  .max(10_000)
  .default(12)
  .describe('blocks after which money follows the chain, the block itself included: 1 trusts the newest one')

/** The highest block that is final when the chain is at `head`; below 0 when none is. */
export function confirmedUpTo(head: number, confirmations: number): number {
  return head - confirmations + 1
}

/**
 * Whether a block is final: past the depth at which money is released.
 * @param confirmations how many blocks from this one to the head, both included: 1 is the block that contains it
 */
export function isConfirmed(block: number, head: number, confirmations: number): boolean {
  return block <= confirmedUpTo(head, confirmations)
}
