/** Whole unix seconds of a date, as Seaport and order.time count them (GW-13). */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
