/** Does something for each item, so many at a time. @throws the first fault, when all lanes have ended */
export async function inLanes<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items.entries()]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next[1], next[0])
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
