/**
 * What a network does to those who rely on it:
 * - `latency`: every piece takes a fifth of a second and some more, in order
 * - `reset`: connections break by RST, some in the middle of a piece
 * - `time-out`: connections are taken and stay open, but nothing arrives any more: of some in neither direction, of
 *   others the answers only. What was sent meanwhile arrives when it is over, also from those who have given up
 * - `slow close`: the other side goes away, and the word of it comes seconds later; what is sent meanwhile is lost
 * - `cut`: connections are refused, those that stand are broken
 */
export const networkFaults = ['latency', 'reset', 'time-out', 'slow close', 'cut'] as const
export type NetworkFault = (typeof networkFaults)[number]

/** A time in which the network does one thing. */
export type Epoch = {
  fault: NetworkFault | undefined
  /** settles when it is over */
  over: Promise<void>
  lift(): void
}

/** Begins such a time. */
export function startEpoch(fault: NetworkFault | undefined): Epoch {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { fault, over: promise, lift: resolve }
}
