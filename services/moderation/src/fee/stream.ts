import { stream, wholeState } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type Sheet, sheetEvent, sheetState } from './events.ts'
import { publish } from './publish.ts'
import { sheetRows } from './read-model.ts'
import { evolve } from './state.ts'

/** One stream a contract, and one of the general service fee: what is decided together is decided in one place. */
export const sheets = stream({
  name: 'fee',
  event: sheetEvent,
  initial: undefined as Sheet | undefined,
  evolve,
  decide,
  publish,
  publicState: wholeState(sheetState),
  readModels: [sheetRows],
})
