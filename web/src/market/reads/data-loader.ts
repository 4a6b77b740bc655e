/** What a browser waits for others to ask for the like, so that one call answers all of a screen. */
const GATHER_MS = 20

/**
 * Many small questions as few calls: what is asked within a moment goes together.
 * @param ask answers many at once; who isn't in the answer has none
 * @param most how many go into one call
 */
export function gathered<V>(ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>, most: number) {
  let waiting = new Map<string, Promise<V | null>>()
  let answer: Promise<ReadonlyMap<string, V>> | undefined
  return (key: string): Promise<V | null> => {
    const known = waiting.get(key)
    if (known) return known
    if (waiting.size >= most) {
      waiting = new Map()
      answer = undefined
    }
    const own = waiting
    answer ??= new Promise<void>((resolve) => globalThis.setTimeout(resolve, GATHER_MS)).then(() => {
      if (waiting === own) {
        waiting = new Map()
        answer = undefined
      }
      return ask([...own.keys()])
    })
    const found = answer.then((values) => values.get(key) ?? null)
    waiting.set(key, found)
    return found
  }
}
