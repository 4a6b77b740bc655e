import { ASK_EVERY_MS } from '@talad/market/rates/rate'
import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { followRate } from '../rate/store.ts'

/** OB-37: asks the exchange every minute. One that doesn't answer changes nothing: the last rate grows old by itself. */
export const refreshRates = recurring<Pick<Deps, 'db' | 'rateSource'>>({
  name: 'rates.refresh',
  everyMs: ASK_EVERY_MS,
  async run({ deps: { db, rateSource }, now }) {
    const asked = rateSource?.read('jfin')
    await followRate(db, await asked?.catch(() => undefined), now)
    await asked // a fault is told once prices stand as they can
  },
})
