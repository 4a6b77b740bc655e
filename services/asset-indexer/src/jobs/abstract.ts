import { job } from '@talad/shared/jobs'
import { applyParts } from '../collection/stand-for.ts'
import type { Deps } from '../deps.ts'
import { collectionAbstract } from '../due/figures.ts'

/** AI-7: has the assets of a collection stand for what an admin has said. */
export const abstractJob = job<{ collectionId: string }, Pick<Deps, 'db' | 'now'>>(collectionAbstract, {
  concurrency: 1,
  run: ({ collectionId }, { deps }) => applyParts(deps.db, collectionId, deps.now),
})
