import { type PriceFault, type PriceLimits, priceFault, rawOf } from '../../market/prices/typed-price.ts'

/** What has become of one of several. */
export type Outcome =
  | { kind: 'ready' }
  | { kind: 'running' }
  | { kind: 'done' }
  | { kind: 'refused'; text: string }
export type Outcomes = ReadonlyMap<string, Outcome>

/** What is wrong with the price of each, where something is. */
export function priceFaults(
  prices: ReadonlyMap<string, string>,
  limits: PriceLimits,
): ReadonlyMap<string, PriceFault> {
  const faults = new Map<string, PriceFault>()
  for (const [id, price] of prices) {
    const fault = priceFault(rawOf(price, limits.decimals), limits)
    if (fault) faults.set(id, fault)
  }
  return faults
}

/** Those that are still to be done: what was refused is tried again, what is done never. */
export const left = (ids: readonly string[], outcomes: Outcomes): string[] =>
  ids.filter((id) => outcomes.get(id)?.kind !== 'done')

type Work = {
  one: (id: string) => Promise<unknown>
  tell: (id: string, outcome: Outcome) => void
  wordsOf: (error: unknown) => string
  signal: AbortSignal
}

/** Does one after the other; a refusal of one doesn't keep the others from being asked, giving up does. */
export async function oneByOne(ids: readonly string[], { one, tell, wordsOf, signal }: Work): Promise<void> {
  for (const id of ids) {
    if (signal.aborted) return
    tell(id, { kind: 'running' })
    try {
      await one(id)
      tell(id, { kind: 'done' })
    } catch (error) {
      tell(id, signal.aborted ? { kind: 'ready' } : { kind: 'refused', text: wordsOf(error) })
    }
  }
}
