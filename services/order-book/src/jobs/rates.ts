import { ASK_EVERY_MS, saveRate } from '@talad/market/rates/rate'
import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { convertPrices } from '../rate/store.ts'

async function askExchange({ db, rateSource, market }: Deps): Promise<void> {
  if (!rateSource) return
  const families = new Set(market.tokens.map(({ family }) => family).filter((family) => family !== 'thb'))
  for (const family of families) await saveRate(db, await rateSource.read(family))
}

/**
 * OB-37: asks the exchange every minute, and has prices follow. One that doesn't answer changes nothing: the last rate
 * grows old by itself.
 */
export const refreshRates = recurring<Deps>({
  name: 'rates.refresh',
  everyMs: ASK_EVERY_MS,
  async run({ deps, now }) {
    try {
      await askExchange(deps)
    } finally {
      await convertPrices(deps.db, now)
    }
  },
})
