import { startLive } from '@talad/ui/client/live'
import { isMadeOld, watchOf } from './shown.ts'

/** Keeps what is on the screen up to date, for visitors and for those who are signed in. */
export function startLiveReads(): void {
  startLive({ watchOf, isMadeOld })
}
