import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { suspensionMarks } from '../due/marks.ts'
import { markRange } from '../suspension/marks.ts'

type About = { blockchain: string; contractAddress: string; tokenFrom: string; tokenTo: string }

/** Marks the assets of a suspension after it was decided on. */
export const suspensionJob = job<About, Pick<Deps, 'db'>>(suspensionMarks, {
  run: (about, { deps }) => markRange(deps.db, about),
})
