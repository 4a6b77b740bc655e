import { z } from 'zod'
import type { Rate } from './usable.ts'

/** Tells what a family is worth in baht. */
export type RateSource = {
  /** @throws Error when it doesn't answer, or not as promised */
  read(family: string): Promise<Rate>
}

const ticker = z.array(
  z.object({ symbol: z.string(), last: z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/) }),
)

/** The public ticker of a Thai exchange: `GET /api/v3/market/ticker?sym=JFIN_THB`, last trade as decimal text. */
export function exchangeTicker(baseUrl: string, timeoutMs = 5_000, now = () => new Date()): RateSource {
  return {
    async read(family) {
      const symbol = `${family.toUpperCase()}_THB`
      const url = new URL(`${baseUrl}/api/v3/market/ticker?sym=${symbol}`)
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`the exchange answers ${response.status}`)
      const row = ticker.parse(await response.json()).find((one) => one.symbol === symbol)
      if (!row || Number(row.last) <= 0) throw new Error(`the exchange has no price of ${symbol}`)
      return { base: family, quote: 'thb', rate: row.last, at: now() }
    },
  }
}
