import { job } from '@talad/shared/jobs'
import { cryptoFill, type FillRef } from '../crypto/fills.ts'
import { recordFill } from '../crypto/record.ts'
import type { Deps } from '../deps.ts'

/** SP-28: whose a fill is the node is asked, outside of the transaction that keeps it. */
export const cryptoFillJob = job<FillRef, Deps>(cryptoFill, {
  run: (fill, { deps }) => recordFill(deps, fill),
})
