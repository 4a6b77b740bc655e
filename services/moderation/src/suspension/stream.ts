import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { type Change, stream, wholeState } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type Suspension, type SuspensionEvent, suspensionEvent, suspensionState } from './events.ts'
import { publish } from './publish.ts'
import { suspensionRows } from './read-model.ts'
import { evolve } from './state.ts'

/** A suspension is to end by itself; the version is that of the decision for a time. */
export const suspensionEnd = jobType('suspension.end', z.object({ id: z.string(), version: z.int() }))

/** Of each decision a piece of its own: one for another time takes nothing from an earlier one. */
async function save(
  tx: Tx,
  { id, state, version }: Change<Suspension | undefined, SuspensionEvent>,
): Promise<void> {
  if (!state?.until) return
  await suspensionEnd.enqueue(tx, [{ payload: { id, version }, key: `${id}-${version}`, at: state.until }])
}

/** One stream a range: two who suspend the same range meet in one place (MO-5). */
export const suspensions = stream({
  name: 'suspension',
  event: suspensionEvent,
  initial: undefined as Suspension | undefined,
  evolve,
  decide,
  publish,
  save: each(save),
  publicState: wholeState(suspensionState),
  readModels: [suspensionRows],
})
