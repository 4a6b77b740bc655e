import type { Bus } from '../bus/port.ts'
import { PARTITIONS } from '../bus/postgres-log.ts'
import { until } from './wait.ts'

/**
 * Waits until a group of one topic has handled all that was published: each of its partitions has a reader, and nothing
 * waits in any. A group that has just begun knows none yet, and so has nothing waiting.
 */
export function untilHeard(bus: Pick<Bus, 'lag'>, group: string): Promise<unknown> {
  return until(`${group} has heard all`, async () => {
    const lags = await bus.lag(group)
    return lags.length >= PARTITIONS && lags.every(({ lag }) => lag === 0n)
  })
}
