import { job } from '@talad/shared/jobs'
import { tellCollection } from '../collection/verification.ts'
import type { Deps } from '../deps.ts'
import { collectionTold } from '../due/figures.ts'

/** AI-8: tells of the assets of a collection after an admin has said who made it. */
export const toldJob = job<{ collectionId: string }, Pick<Deps, 'db' | 'now'>>(collectionTold, {
  concurrency: 1,
  run: ({ collectionId }, { deps }) => tellCollection(deps.db, collectionId, deps.now),
})
