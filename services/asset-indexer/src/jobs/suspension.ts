import type { toldRange } from '@talad/market/suspensions'
import { rangeOf } from '@talad/proto/nft-range'
import { job } from '@talad/shared/jobs'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { suspensionMarks } from '../due/marks.ts'
import { markRange } from '../suspension/marks.ts'

type About = z.output<typeof toldRange>

/** Marks the assets of a suspension after it was decided on. */
export const suspensionJob = job<About, Pick<Deps, 'db'>>(suspensionMarks, {
  run: (about, { deps }) => markRange(deps.db, rangeOf(about)),
})
