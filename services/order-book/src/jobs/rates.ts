import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { saveRate } from '../rate/store.ts'

/** OB-37: asks the exchange every minute. One that doesn't answer changes nothing: the last rate grows old by itself. */
export const refreshRates = recurring<Deps>({
  name: 'rates.refresh',
  everyMs: 60_000,
  async run({ deps: { db, rateSource, market } }) {
    if (!rateSource) return
    const families = new Set(market.tokens.map(({ family }) => family).filter((family) => family !== 'thb'))
    for (const family of families) await saveRate(db, await rateSource.read(family))
  },
})
