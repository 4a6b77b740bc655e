import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { askHowAnswered, pushEnd } from '../join/push.ts'

/** At the end of a push: learns how it was answered where the browser that asked never looked. */
export const pushEndJob = job<{ id: string }, Deps>(pushEnd, {
  retryMs: 5_000,
  run: ({ id }, { deps }) => askHowAnswered(deps, id),
})
