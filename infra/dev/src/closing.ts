/** What has been started, to be stopped in reverse order. */
export type Closing = {
  add(what: string, stop: () => Promise<unknown>): void
  /** Stops everything, once; a part that fails to stop doesn't keep the others running. */
  run(): Promise<void>
}

/** @param onFault is told what did not stop as it should */
export function createClosing(onFault: (what: string, error: unknown) => void): Closing {
  const parts: { what: string; stop: () => Promise<unknown> }[] = []
  let running: Promise<void> | undefined
  const stopAll = async () => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const { what, stop } = part
      await stop().catch((error: unknown) => onFault(what, error))
    }
  }
  return {
    add: (what, stop) => void parts.push({ what, stop }),
    run: () => {
      running ??= stopAll()
      return running
    },
  }
}
