const LOOK_MS = 250
/** A terminal tells its whole group, and npm hands on what it was told: one Ctrl-C arrives twice. */
const SAME_WORD_MS = 500

/** Whether a script of package.json that runs until it is stopped has started this process. */
const isScript = (name: string | undefined) => name === 'start' || name === 'start:separate'

/**
 * Tells when the npm that started this process has gone without a word, as after `kill -9`. Whoever starts the launcher
 * without npm may leave it running and go.
 * @param script name of the npm script that runs, if any
 */
export function whenNpmGoes(script: string | undefined, tell: () => void): void {
  if (!isScript(script)) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    tell()
  }, LOOK_MS)
  timer.unref()
}

/** Counts how often one was told to stop: the same word again within half a second is not a second time. */
export function createStopCount(now: () => number): () => number {
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - last >= SAME_WORD_MS) count += 1
    last = now()
    return count
  }
}
