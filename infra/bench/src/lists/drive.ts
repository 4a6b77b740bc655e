import { type Measured, summary } from '../measure.ts'
import type { Asked } from './calls.ts'

export const PER_SECOND = 200
/** more than so many at once would only measure the queue */
const MOST_OPEN = 64

/** What is told of a list that took too long for the gateway or the database. */
const GIVEN_UP = new Set([503, 504])

/** … with how many calls were given up. */
export type Driven = Measured & { givenUp: number }

/** Calls at a steady rate, and counts from the moment a call was due. @throws Error where one is answered with another fault */
export async function drive(gateway: string, { name, path }: Asked, calls: number): Promise<Driven> {
  const latencies: number[] = []
  let givenUp = 0
  const open = new Set<Promise<void>>()
  const begun = performance.now()
  for (let call = 0; call < calls; call++) {
    const due = begun + (call * 1_000) / PER_SECOND
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    while (open.size >= MOST_OPEN) await Promise.race(open)
    const one = fetch(gateway + path(call)).then(async (response) => {
      const text = await response.text()
      if (GIVEN_UP.has(response.status)) givenUp += 1
      else if (response.status !== 200)
        throw new Error(`${name} ${path(call)}: ${response.status} ${text.slice(0, 300)}`)
      latencies.push(performance.now() - due)
    })
    const kept = one.finally(() => open.delete(kept))
    open.add(kept)
  }
  await Promise.all(open)
  return { ...summary(latencies, performance.now() - begun), givenUp }
}
