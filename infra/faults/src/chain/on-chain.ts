import { type Harness, withHarness } from '../harness.ts'
import type { Context } from '../proof.ts'
import { startTestChain, type TestChain } from './test-chain.ts'

/** A chain, and a harness with which everything ends that is started on it. */
export type ChainHarness = { chain: TestChain; harness: Harness }

/** @param minters the accounts that mint for campaigns */
export function onChain<T>(
  context: Pick<Context, 'postgres' | 'say'>,
  work: (scene: ChainHarness) => Promise<T>,
  minters: readonly number[] = [],
): Promise<T> {
  return withHarness(context, async (harness) => {
    const chain = await startTestChain(minters)
    harness.closing.add('the chain', chain.stop)
    return work({ chain, harness })
  })
}
