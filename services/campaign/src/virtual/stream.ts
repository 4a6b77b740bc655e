import { each } from '@talad/shared/each'
import { stream, wholeState } from '@talad/shared/stream'
import { askPins } from '../pinning/pins.ts'
import { decide, evolve } from './decide.ts'
import { type Virtual, virtualEvent, virtualState } from './events.ts'
import { publish } from './publish.ts'
import { type Kind, saveVirtual } from './rows.ts'

const SLUG_TAKEN = { code: 'SLUG_TAKEN', field: 'slug' }
const BELOW_PROMISED = { code: 'LIMIT_BELOW_PROMISED', field: 'mint_limit' }

const virtual = (kind: Kind) =>
  stream({
    name: kind,
    event: virtualEvent,
    initial: undefined as Virtual | undefined,
    evolve,
    decide,
    publicState: wholeState(virtualState),
    publish,
    save: async (tx, changes) => {
      await each(saveVirtual(kind))(tx, changes)
      const left = changes.flatMap(({ state }) => (state && !state.deleted ? [state] : []))
      await askPins(
        tx,
        left.map(({ projectId, terms: { payload }, updated: at }) => ({ projectId, payload, at })),
      )
    },
    constraints: {
      virtual_slug_unique: SLUG_TAKEN, // CA-9
      [`${kind}_promised`]: BELOW_PROMISED, // CA-49
    },
  })

export const collections = virtual('vcollection')
export const items = virtual('vitem')
