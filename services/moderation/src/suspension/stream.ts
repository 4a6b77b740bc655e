import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type Suspension, suspensionEvent, suspensionState } from './events.ts'
import { publish } from './publish.ts'
import { suspensionRows } from './read-model.ts'
import { evolve } from './state.ts'

/** One stream a range: two who suspend the same range meet in one place (MO-5). */
export const suspensions = stream({
  name: 'suspension',
  event: suspensionEvent,
  initial: undefined as Suspension | undefined,
  ...{ evolve, decide, publish },
  publicState: {
    schema: suspensionState,
    of: (state) => {
      if (!state) throw new Error('a suspension without a range has no public state')
      return state
    },
  },
  readModels: [suspensionRows],
})
