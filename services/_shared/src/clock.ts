/** The only source of time: passed as a dependency, so that a test can hold it still. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Whole unix seconds of a date, as Seaport and order.time count them (GW-13). */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
