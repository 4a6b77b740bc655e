/** A background loop that runs `step` until it is closed: at once when woken, and at least every `idleMs`. */
export type Loop = {
  wake(): void
  /** Resolves when the step in hand has ended. */
  close(): Promise<void>
}

const MAX_BACKOFF_MS = 5_000
/** How often who is told of news looks by itself, in case a word was lost: rarely, as an idle system asks nothing but this. */
export const POLL_MS = 5_000

/**
 * Passes a word on, the first at once, then one for all that come within `everyMs`: for looks that are cheap, but not so
 * cheap that each of a hundred changes should bring one.
 */
export function throttle(everyMs: number, wake: () => void): { wake(): void; close(): void } {
  let last = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    timer = undefined
    last = performance.now()
    wake()
  }
  return {
    wake() {
      const rest = last + everyMs - performance.now()
      if (rest <= 0) pass()
      else timer ??= setTimeout(pass, rest)
    },
    close: () => clearTimeout(timer),
  }
}

/**
 * @param step does a piece of work; resolves to true when there may be more to do at once, to a number of milliseconds
 * when there will be something by then, and to false when only a wake or `idleMs` brings something
 * @param options `onError` is told of each failure; the loop then waits, twice as long each time up to 5 s, and goes on
 */
export function startLoop(
  step: () => Promise<boolean | number>,
  options: { idleMs: number; onError: (error: unknown) => void },
): Loop {
  let closed = false
  let woken = false
  let failures = 0
  let resume: (() => void) | undefined

  const pause = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      if (closed || (wakeable && woken)) return resolve()
      const timer = setTimeout(done, ms)
      function done() {
        clearTimeout(timer)
        resume = undefined
        resolve()
      }
      resume = () => {
        if (wakeable || closed) done()
      }
    })

  async function run(): Promise<void> {
    while (!closed) {
      woken = false
      try {
        const more = await step()
        failures = 0
        if (more !== true) await pause(Math.min(more || options.idleMs, options.idleMs), true)
      } catch (error) {
        if (closed) return
        options.onError(error)
        failures += 1
        await pause(Math.min(50 * 2 ** failures, MAX_BACKOFF_MS), false)
      }
    }
  }
  const running = run()

  return {
    wake() {
      woken = true
      resume?.()
    },
    async close() {
      closed = true
      resume?.()
      await running
    },
  }
}
