import { job, recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { assetHolders } from '../due/holders.ts'
import type { AboutAsset } from '../due/sync.ts'
import { checkHolders } from '../holder/check.ts'
import { readHolders } from '../holder/read-from-chain.ts'

/** 256 parts a week are one in forty minutes; looked at oftener, so that a service that was away catches up. */
const EVERY_MS = 10 * 60_000

/** The scan has moved meanwhile, or still catches up: the node is not asked without a rest. */
const AGAIN_MS = 10_000

/** AI-5: the weekly check of holders against the chain, a part at a time. */
export const holdersJob = recurring<Pick<Deps, 'db' | 'rpc' | 'log'>>({
  name: 'holders.check',
  everyMs: EVERY_MS,
  run: async ({ deps, now }) => void (await checkHolders(deps, now)),
})

/** AI-5: has the chain say who holds what. */
export const chainHoldersJob = job<AboutAsset, Pick<Deps, 'db' | 'rpc'>>(assetHolders, {
  concurrency: 2,
  run: async ({ assetId }, { deps, now }) =>
    (await readHolders(deps, assetId, now)) ? undefined : new Date(now.getTime() + AGAIN_MS),
})
