/** What a run measured: how often in a second, and how long one took, in ms. */
export type Measured = { perSecond: number; p50: number; p99: number; count: number }

/** The value below which a part of the sorted values lies. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function summary(latenciesMs: readonly number[], elapsedMs: number): Measured {
  const sorted = [...latenciesMs].sort((a, b) => a - b)
  return {
    perSecond: (sorted.length / elapsedMs) * 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    count: sorted.length,
  }
}

/** Lets so many workers do their work over and over for a time. @param work is told which worker it is for */
export async function repeat(
  { workers, ms }: { workers: number; ms: number },
  work: (worker: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + ms
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        const since = performance.now()
        await work(worker)
        latencies.push(performance.now() - since)
      }
    }),
  )
  return summary(latencies, performance.now() - begun)
}

/**
 * Measures several things in turns, several rounds of each, so that what else the machine does meets all alike.
 * @returns of each thing the round in the middle, by its rate
 */
export async function inTurns<Name extends string>(
  rounds: number,
  things: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(things) as Name[]
  const seen = new Map<Name, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      seen.get(name)?.push(await things[name]())
    }
  }
  const middle = (list: readonly Measured[]) =>
    list.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(list.length / 2)]
  return Object.fromEntries(names.map((name) => [name, middle(seen.get(name) ?? [])])) as Record<
    Name,
    Measured
  >
}
