import { setTimeout } from 'node:timers/promises'
import { waitForState } from '@talad/shared/waiting'

/** What was put a moment ago is known here as soon as its message arrives: looks for it for a second. */
export const waitForReplica = <T>(look: () => Promise<T | undefined>): Promise<T | undefined> =>
  waitForState({ look, until: (found) => found !== undefined, pause: () => setTimeout(50), ms: 1_000 })
