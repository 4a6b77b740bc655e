import { startLive } from '@talad/ui/client/live'
import { startEntrypoint } from './entrypoint.ts'
import { isMadeOld, watchOf } from './shown.ts'

/** Keeps what is on the screen up to date, for visitors and for those who are signed in, and what a person may do (WB-14). */
export function startLiveReads(): void {
  startLive({ watchOf, isMadeOld })
  startEntrypoint()
}
