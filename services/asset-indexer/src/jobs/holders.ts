import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { checkHolders } from '../holder/check.ts'

/** 256 parts a week are one in forty minutes; looked at oftener, so that a service that was away catches up. */
const EVERY_MS = 10 * 60_000

/** AI-5: the weekly check of holders against the chain, a part at a time. */
export const holdersJob = recurring<Pick<Deps, 'db' | 'rpc' | 'log'>>({
  name: 'holders.check',
  everyMs: EVERY_MS,
  run: async ({ deps, now }) => void (await checkHolders(deps, now)),
})
