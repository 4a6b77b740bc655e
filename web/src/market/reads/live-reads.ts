import { startLive } from '@talad/ui/client/live'
import { isMadeOld, watchOf } from './visible-queries.ts'

/** What a person may do is asked once the first page is whole, also on a slow line: no page waits for it. */
const ENTRYPOINT_AFTER_MS = 6_000

/** Keeps what is on the screen up to date, for visitors and for those who are signed in, and what a person may do (WB-14). */
export function startLiveReads(): void {
  startLive({ watchOf, isMadeOld })
  const load = () =>
    void import('./entrypoint.ts').then(({ startEntrypoint }) => startEntrypoint()).catch(() => {})
  window.setTimeout(load, ENTRYPOINT_AFTER_MS)
}
