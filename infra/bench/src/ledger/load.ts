import { setImmediate as turn } from 'node:timers/promises'

/** What a run measured. */
export type Measured = {
  perSecond: number
  /** from being asked to being committed, in ms */
  p50: number
  p99: number
  count: number
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/**
 * Keeps `waiting` askers busy for a time: each asks anew as soon as it has its answer. They are shared out among the
 * workers, as keys are among partitions; a worker takes all that wait for it at once, as the consumer of commands does.
 * @param work does a whole batch
 */
export async function closedLoop<T>(
  { waiting, workers, seconds }: { waiting: number; workers: number; seconds: number },
  make: () => T,
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const worker = async () => {
    let since = performance.now()
    while (since < end) {
      await work(Array.from({ length: waiting / workers }, make))
      const now = performance.now()
      for (let n = 0; n < waiting / workers; n += 1) latencies.push(now - since)
      since = now
      await turn()
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  const elapsed = (performance.now() - begun) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    count: latencies.length,
  }
}
