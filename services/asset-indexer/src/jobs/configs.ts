import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { collectionConfigs } from '../due/figures.ts'
import { applyConfigs } from '../trait/apply.ts'

/** AI-10: reads the traits of a collection anew after an admin has said how. */
export const configsJob = job<{ collectionId: string }, Pick<Deps, 'db'>>(collectionConfigs, {
  concurrency: 1,
  run: ({ collectionId }, { deps, now }) => applyConfigs(deps.db, collectionId, now),
})
