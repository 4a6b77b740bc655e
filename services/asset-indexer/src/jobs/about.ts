import { recurring } from '@talad/shared/jobs'
import { readAbouts } from '../collection/about.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 15_000

/** Reads what contracts tell of their collections, those that are new first. */
export const aboutJob = recurring<Pick<Deps, 'db' | 'rpc' | 'sources'>>({
  name: 'collections.about',
  everyMs: EVERY_MS,
  run: async ({ deps, now }) => void (await readAbouts(deps, now)),
})
