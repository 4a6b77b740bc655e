import { job } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { expireIn } from '../suspension/change.ts'
import { suspensionEnd } from '../suspension/stream.ts'

/** Ends a suspension at its time, unless somebody has decided on it since. */
export const suspensionEndJob = job<{ id: string; version: number }, Deps>(suspensionEnd, {
  run: (about, { deps, now }) => transact(deps, (tx) => expireIn(tx, about, now)),
})
