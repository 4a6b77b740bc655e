import { isUsable } from '@talad/market/rates/usable'
import { rates } from '@talad/proto/http/order-book/orders'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { ratesOf } from './store.ts'

/** The rates of conversion. */
export function rateRoutes(app: App, deps: Deps): void {
  /** OB-37: answers {list}, without rates that are too old to use. */
  app.route(rates, async () => {
    const known = [...(await ratesOf(deps.prisma)).values()].filter((rate) => isUsable(rate, deps.now()))
    return {
      list: known.map(({ base, quote, rate, at }) => ({ base, quote, rate, at: at.toISOString() })),
    }
  })
}
