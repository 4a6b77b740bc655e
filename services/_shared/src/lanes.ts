const BACKOFF_MS = [20, 100, 500, 1_000, 2_000]

type Lane<T> = { items: T[]; failures: number; due: number }

/**
 * Works through a batch so that the items of one key keep their order and a failing key doesn't hold up the others: it
 * waits for its next try while they go on.
 * @param step handles one item; `failures` counts how often this very item has failed. A throw means: again later.
 * @param giveUp tells apart what no further try can mend: it ends the whole batch
 */
export async function inLanes<T>(
  batch: readonly T[],
  keyOf: (item: T) => string,
  step: (item: T, failures: number) => Promise<void>,
  giveUp: (error: unknown) => boolean,
): Promise<void> {
  const lanes = new Map<string, Lane<T>>()
  for (const item of batch) {
    const lane = lanes.get(keyOf(item))
    if (lane) lane.items.push(item)
    else lanes.set(keyOf(item), { items: [item], failures: 0, due: 0 })
  }

  async function drain(lane: Lane<T>): Promise<void> {
    for (let item = lane.items[0]; item !== undefined; item = lane.items[0]) {
      try {
        await step(item, lane.failures)
      } catch (error) {
        if (giveUp(error)) throw error
        lane.due = Date.now() + (BACKOFF_MS[lane.failures] ?? 2_000)
        lane.failures += 1
        return
      }
      lane.items.shift()
      lane.failures = 0
    }
  }

  for (;;) {
    const open = [...lanes.values()].filter((lane) => lane.items.length > 0)
    if (open.length === 0) return
    const soonest = Math.min(...open.map((lane) => lane.due))
    const wait = soonest - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    for (const lane of open) if (lane.due <= Date.now()) await drain(lane)
  }
}
