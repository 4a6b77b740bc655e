import { setTimeout as delay } from 'node:timers/promises'
import { readerLag } from '@talad/shared/event-log'
import { followLog, type LogReader } from '@talad/shared/read-model'
import { holds } from '../../proof.ts'
import type { Common } from './harness.ts'

const PATIENCE_MS = 60_000
const SOON_MS = 2
/** Who reads a long log has the connections to itself meanwhile. */
const LONG = 500n
const LATER_MS = 250

/** Keeps a read model up to date from two processes, as it were. */
export function keepUp({ db, notifier }: Common, projection: LogReader) {
  const onError = () => undefined // answers are lost on purpose; it tries again
  const loops = [1, 2].map(() => followLog({ db, notifier, onError }, projection))
  return {
    async close() {
      for (const loop of loops) await loop.close()
    },
  }
}

/** Waits until a read model has everything, as long as it comes nearer to it. */
export async function caughtUp({ db, notifier }: Common, { name }: LogReader): Promise<void> {
  const lagNow = () => readerLag(db, `projection.${name}`)
  let since = performance.now()
  let before = await lagNow()
  for (let lag = before; lag > 0n; lag = await lagNow()) {
    if (lag !== before) since = performance.now()
    before = lag
    holds(performance.now() - since < PATIENCE_MS, `the read model ${name} stands still`)
    notifier.notify('event-log')
    await delay(lag > LONG ? LATER_MS : SOON_MS)
  }
}
